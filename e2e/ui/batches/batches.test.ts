import { expect, type Page } from '@playwright/test'
import { expectUsable } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { openAs } from '#e2e/ui/as-staff.ts'
import { makePayment } from '#e2e/ui/payments/make.ts'

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled })
    test('only refunds ask for a reason', async ({ page }) => {
      const { id } = await makePayment({ amount: 50_000, captured: false })
      await openAs(page, 'owner', '/batches/new')
      const reason = page.getByLabel('Refund reason')
      await page.getByRole('radio', { name: 'Refunds' }).check()
      await reason.fill('Goods returned')
      await page.getByRole('radio', { name: 'Captures' }).check()
      await expect(reason).toBeHidden()
      await page.getByLabel('Or paste rows').fill(`payment_id,amount\n${id},full`)
      await page.getByRole('button', { name: 'Check rows' }).click()
      await expect(page).toHaveURL(/\/batches\/bat_/)
    })
  })

const rows = (page: Page) => page.getByRole('table', { name: 'Rows of this batch' })

test('a CSV file is checked row by row, confirmed by its total, carried out, and has a result file', async ({
  page,
}) => {
  const [first, second] = [await makePayment({ amount: 50_000 }), await makePayment({ amount: 60_000 })]
  await openAs(page, 'owner', '/batches/new')
  await expectUsable(page)
  await page.getByLabel('CSV or Excel file').setInputFiles({
    name: 'refunds.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      [
        '\uFEFFPayment ID\tRefund Amount\tReason',
        `${first.id}\t100.50\tDamaged`,
        `${second.id}\tfull\t`,
        `${second.id}\t1\t`,
        'pay_1\t1,005.00\t',
      ].join('\n'),
      'utf16le',
    ),
  })
  await page.getByLabel('Refund reason').fill('Goods returned')
  await page.getByRole('button', { name: 'Check rows' }).click()
  await expect(page).toHaveURL(/\/batches\/bat_/)
  await expect(page.getByText('2 rows are rejected')).toBeVisible()
  await expect(rows(page)).toContainText('An earlier row has the same payment.')
  await expect(rows(page)).toContainText('This is not a payment ID.')
  // The rejected rows come first, by their number in the file, and both sums stand above the start.
  await expect(rows(page).getByRole('row').nth(1)).toContainText('An earlier row has the same payment.')
  await expect(rows(page).getByRole('row').nth(3)).toContainText('Damaged')
  await expect(page.getByText('2 rows · ₹700.50').last()).toBeVisible()
  await expect(page.getByText('2 rows · ₹1,006.00')).toBeVisible()
  await expectUsable(page)

  await page.getByLabel('Total of 2 payments').fill('1')
  await page.getByRole('button', { name: 'Refund 2 payments' }).click()
  await expect(page.getByText(/come to ₹700\.50/)).toBeVisible()
  await page.getByLabel('Total of 2 payments').fill('700.50')
  await page.getByRole('button', { name: 'Refund 2 payments' }).click()
  await expect(page.getByText('2 of 2 rows processed: 2 done, 0 failed')).toBeVisible({ timeout: 120_000 })
  const bar = page.getByRole('progressbar', { name: 'Rows processed' })
  await expect(bar).toHaveJSProperty('value', 2)
  await expect(bar).toHaveAccessibleDescription(/2 of 2 rows processed/)
  await expect(page.getByText('Finished', { exact: true })).toBeVisible({ timeout: 120_000 })
  await expect(rows(page).getByRole('link', { name: /rfnd_/ })).toHaveCount(2)
  await expectUsable(page)
  const file = await page.request.get(`${new URL(page.url()).pathname}/results`)
  const lines = (await file.text()).trim().split('\r\n')
  expect(lines[0]).toContain(
    'row,payment_id,amount,currency,reason,payment_amount,email,contact,receipt,status,result_id,problem',
  )
  expect(lines[1]).toMatch(new RegExp(`^2,${first.id},100\\.50,INR,Damaged,500\\.00,.*,Done,rfnd_`))
  expect(lines).toHaveLength(5)

  // The same payments again: the second has nothing left, so only the first could be refunded twice.
  const firstBatch = new URL(page.url()).pathname.split('/').at(-1)
  await page.goto('/batches/new')
  await page.getByLabel('Or paste rows').fill(`payment_id,amount\n${first.id},100.50\n${second.id},full\n`)
  await page.getByRole('button', { name: 'Check rows' }).click()
  await expect(page.getByText('2 rows are rejected')).toBeVisible()
  await expect(rows(page)).toContainText(`${firstBatch} has the same amount of this payment`)
  await expect(page.getByRole('button', { name: /^Refund/ })).toHaveCount(0)

  await page.goto('/batches')
  await expect(page.getByRole('table', { name: /Batches/ })).toContainText('Finished')
  await expectUsable(page)
})

test('captures are checked like refunds, and a batch can be discarded', async ({ page }) => {
  const authorized = await makePayment({ amount: 70_000, captured: false })
  await openAs(page, 'owner', '/batches/new?kind=capture')
  await page.getByLabel('Or paste rows').fill(authorized.id)
  await page.getByRole('button', { name: 'Check rows' }).click()
  await expect(page.getByRole('button', { name: 'Capture 1 payment' })).toBeVisible()
  await page.getByRole('button', { name: 'Discard batch' }).click()
  await expect(page.getByText('Cancelled', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Capture 1 payment' })).toHaveCount(0)
})

test('a viewer is told what is missing', async ({ page }) => {
  await openAs(page, 'viewer', '/batches/new')
  await expect(page.getByText(/refunds:write/)).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('pasted rows are checked and started', async ({ page }) => {
    const { id } = await makePayment({ amount: 30_000 })
    await openAs(page, 'owner', '/batches/new')
    await page.getByLabel('Or paste rows').fill(`${id},120`)
    await page.getByRole('button', { name: 'Check rows' }).click()
    await page.getByLabel('Total of 1 payment').fill('120')
    await page.getByRole('button', { name: 'Refund 1 payment' }).click()
    await expect(async () => {
      await page.reload()
      await expect(page.getByText('1 of 1 row processed')).toBeVisible({ timeout: 1000 })
    }).toPass()
  })
})

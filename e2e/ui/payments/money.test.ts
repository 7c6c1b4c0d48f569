import { expect, type Page } from '@playwright/test'
import { complaintsOf, openDialog } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { openAs } from '#e2e/ui/as-staff.ts'
import { rest } from '#e2e/ui/checkout/payer.ts'
import { makePayment, unique } from './make.ts'

type Refund = {
  amount: number
  speed_requested: string
  receipt: string | null
  notes: Record<string, string> | []
}

const timeline = (page: Page) => page.locator('[data-timeline] li')
const refundsOf = async (id: string) => (await rest<{ items: Refund[] }>(`/payments/${id}/refunds`)).items
/** Not by role: the messages in the corner have the role of a dialog, too. */
const dialogOf = (page: Page) => page.locator('[data-dialog]')
const openRefund = (page: Page) => openDialog(page, /^Refund ₹/)

test('captures in full, with what it costs said before', async ({ page }) => {
  const complaints = complaintsOf(page)
  const { id } = await makePayment({ captured: false, amount: 1_840_000 })
  await openAs(page, 'owner', `/payments/${id}`)
  await expect(page.getByText(/^expires in (3 d|2 d 23 h)/).first()).toBeVisible()
  await openDialog(page, 'Capture ₹18,400.00')
  const dialog = dialogOf(page)
  await expect(dialog).toContainText(
    'After the fee of ₹434.24 (including tax), ₹17,965.76 is added to your balance.',
  )
  await dialog.getByRole('button', { name: 'Capture ₹18,400.00' }).dblclick()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('heading', { name: '₹18,400.00 captured' })).toBeVisible()
  await expect(timeline(page).filter({ hasText: 'Captured in full' })).toContainText(
    /by .*@counterfoil\.example/,
  )
  await expect(page.getByRole('link', { name: 'Refund ₹18,400.00' })).toBeVisible()
  expect(await rest(`/payments/${id}`)).toMatchObject({ status: 'captured', captured: true })
  expect(complaints).toEqual([])
})

test('refunds a part, with a receipt and a reason', async ({ page }) => {
  const complaints = complaintsOf(page)
  const { id } = await makePayment()
  const receipt = unique('RF')
  await openAs(page, 'owner', `/payments/${id}`)
  await openRefund(page)
  const dialog = dialogOf(page)
  const amount = dialog.getByLabel('Amount')
  await expect(dialog).toHaveAccessibleName('Refund ₹1,250.00 to e2e@example.com?')
  await expect(amount).toBeFocused()
  await expect(amount).toHaveValue('1250.00')
  await expect(dialog).toContainText('The fee of ₹29.50 (including tax) is not refunded.')
  await expect(dialog).toContainText(/Within 5 to 7 working days, \d+ \w{3} \d{4} to \d+ \w{3} \d{4}\./)
  await dialog.getByRole('button', { name: '25%' }).click()
  await expect(dialog).toHaveAccessibleName('Refund ₹312.50 to e2e@example.com?')
  await amount.fill('5000')
  await dialog.getByRole('button', { name: 'Refund ₹5,000.00' }).click()
  await expect(dialog.getByText('Up to ₹1,250.00 can be refunded.')).toBeVisible()
  // An empty field is no amount; in the API it would mean the full remaining amount.
  await amount.fill('')
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(dialog.getByText('Enter an amount, e.g. 1250 or 1250.50.')).toBeVisible()
  await amount.fill('500')
  await amount.press('Enter')
  await dialog.getByRole('radio', { name: 'Optimum' }).check()
  await expect(dialog).toContainText('Instant if the bank supports it')
  await dialog.getByLabel(/^Refund receipt/).fill(receipt)
  await dialog.getByLabel(/^Reason/).fill('Broken in transit')
  expect(await refundsOf(id)).toEqual([])
  await dialog.getByRole('button', { name: 'Refund ₹500.00' }).dblclick()
  await expect(dialog).toHaveCount(0)
  await expect(timeline(page).filter({ hasText: 'Refund of ₹500.00 started' })).toHaveCount(1)
  const opener = page.getByRole('link', { name: 'Refund ₹750.00' })
  await expect(opener).toBeFocused()
  expect(await refundsOf(id)).toMatchObject([
    { amount: 50_000, speed_requested: 'optimum', receipt, notes: { reason: 'Broken in transit' } },
  ])

  await opener.click()
  await dialog.getByLabel(/^Refund receipt/).fill(receipt)
  await dialog.getByRole('button', { name: 'Refund ₹750.00' }).click()
  await expect(
    dialog.getByText('Another refund of this payment already has this receipt. Use a different receipt.'),
  ).toBeVisible()
  await expect(dialog.getByLabel(/^Refund receipt/)).toBeFocused()
  await dialog.getByLabel(/^Refund receipt/).fill('')
  await dialog.getByRole('button', { name: 'Refund ₹750.00' }).click()
  await expect(page.getByRole('button', { name: 'Refund' })).toHaveAccessibleDescription(
    'This payment is already fully refunded.',
  )
  await page.goto(`/payments/${id}?tab=refunds`)
  await expect(
    page.getByRole('row').filter({ hasText: '₹500.00' }).getByText('Broken in transit'),
  ).toBeVisible()
  expect(complaints).toEqual([])
})

test('does not refund a view that is out of date', async ({ page, context }) => {
  const { id } = await makePayment()
  await openAs(page, 'owner', `/payments/${id}`)
  await openRefund(page)
  const other = await context.newPage()
  await other.goto(`/payments/${id}`)
  await openRefund(other)
  await dialogOf(other).getByLabel('Amount').fill('1000')
  await dialogOf(other).getByRole('button', { name: 'Refund ₹1,000.00' }).click()
  await expect(dialogOf(other)).toHaveCount(0)

  const dialog = dialogOf(page)
  await dialog.getByRole('button', { name: '50%' }).click()
  await dialog.getByRole('button', { name: 'Refund ₹625.00' }).click()
  await expect(dialog.getByRole('alert')).toContainText('The refundable amount has changed')
  await expect(dialog.getByRole('alert')).toContainText(
    'It was ₹1,250.00 and is ₹250.00 now. No refund was issued.',
  )
  expect(await refundsOf(id)).toHaveLength(1)
  await dialog.getByRole('button', { name: 'Continue with the new amount' }).click()
  await dialog.getByRole('button', { name: 'Refund ₹250.00' }).click()
  await expect(dialog).toHaveCount(0)
  expect((await refundsOf(id)).map(({ amount }) => amount)).toEqual([25_000, 100_000])
})

test('can be left without a trace, and by keyboard alone', async ({ page }) => {
  const { id } = await makePayment()
  await openAs(page, 'owner', `/payments/${id}`)
  const opener = page.getByRole('link', { name: 'Refund ₹1,250.00' })
  const dialog = dialogOf(page)
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Amount')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(opener).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Amount')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('12.50')
  const submit = dialog.getByRole('button', { name: 'Refund ₹12.50' })
  for (
    let tabs = 0;
    tabs < 12 && !(await submit.evaluate((button) => button === document.activeElement));
    tabs += 1
  )
    await page.keyboard.press('Tab')
  await expect(submit).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  expect(await refundsOf(id)).toMatchObject([{ amount: 1250 }])
})

test('shows that no response arrived, and runs once all the same', async ({ page }) => {
  const { id } = await makePayment()
  await openAs(page, 'owner', `/payments/${id}`)
  await openRefund(page)
  const dialog = dialogOf(page)
  await dialog.getByLabel('Amount').fill('100')
  // The request arrives and its response is lost.
  let lost = false
  await page.route(`**/payments/${id}`, async (route) => {
    if (lost || route.request().method() !== 'POST') return route.fallback()
    lost = true
    await route.fetch()
    return route.abort()
  })
  await dialog.getByRole('button', { name: 'Refund ₹100.00' }).click()
  await expect(dialog.getByRole('alert')).toContainText('the request is processed only once')
  await dialog.getByRole('button', { name: 'Refund ₹100.00' }).click()
  await expect(dialog).toHaveCount(0)
  expect(await refundsOf(id)).toHaveLength(1)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('captures and refunds on pages of their own', async ({ page }) => {
    const { id } = await makePayment({ captured: false })
    await openAs(page, 'owner', `/payments/${id}`)
    await page.getByRole('link', { name: 'Capture ₹1,250.00' }).click()
    await page.getByRole('button', { name: 'Capture ₹1,250.00' }).click()
    await expect(page.getByText('Captured in full')).toBeVisible()
    await page.getByRole('link', { name: /^Refund ₹/ }).click()
    await page.getByLabel('Amount').fill('a lot')
    await page.getByRole('button', { name: 'Refund payment' }).click()
    await expect(page.getByText('Enter an amount, e.g. 1250 or 1250.50.')).toBeVisible()
    await page.getByLabel('Amount').fill('2000')
    await page.getByLabel(/^Reason/).fill('Broken in transit')
    await page.getByRole('button', { name: 'Refund payment' }).click()
    await expect(page.getByText('Up to ₹1,250.00 can be refunded.')).toBeVisible()
    await expect(page.getByLabel('Amount')).toHaveValue('2000')
    await page.getByLabel('Amount').fill('200.50')
    await page.getByRole('button', { name: 'Refund payment' }).click()
    await expect(page.getByText('Refund of ₹200.50 started')).toBeVisible()
    expect(await refundsOf(id)).toMatchObject([{ amount: 20_050, notes: { reason: 'Broken in transit' } }])
  })
})

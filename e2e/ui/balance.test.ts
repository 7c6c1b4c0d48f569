import { expect, type Page } from '@playwright/test'
import { complaintsOf, expectUsable, NARROW, PHONE } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { openAs } from './as-staff.ts'

/** The amount that an element shows, in minor units. */
const minor = async (page: Page, selector: string) =>
  BigInt((await page.locator(selector).first().getAttribute('value')) ?? '')

test('the balance lists its movements with the balance after each, and every filter adds up', async ({
  page,
}) => {
  const complaints = complaintsOf(page)
  await openAs(page, 'finance', '/balance')
  await expect(page.getByRole('heading', { level: 1, name: 'Balance' })).toBeVisible()
  await expect(page.getByText(/^\d[\d,]* movements · ₹.* credited · ₹.* debited/)).toBeVisible()
  await expectUsable(page)

  await page.getByRole('link', { name: /^Settlements \d/ }).click()
  await expect(page).toHaveURL(/group=settlements/)
  await expect(page.getByRole('row').nth(1)).toContainText('Settlement')
  await page.goto('/balance?kind=nothing')
  await expect(page.getByText('Invalid filter')).toBeVisible()
  expect(complaints).toEqual([])
})

test('on a phone each movement shows its kind, its amount with its sign and the balance after it, and nothing is cut', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  for (const [group, sign] of [
    ['payments', '+'],
    ['settlements', '\u2212'],
  ]) {
    await openAs(page, 'finance', `/balance?group=${group}`)
    for (const size of [PHONE, NARROW]) {
      await page.setViewportSize(size)
      const row = page.getByRole('table', { name: /Movements of the balance/ }).locator('tbody tr')
      await expect(row.first()).toBeVisible()
      const [kind, amount, balance] = [
        row.first().locator('[data-place=title]'),
        row.first().locator('[data-place=amount]:not(:empty)'),
        row.first().locator('[data-place=status]'),
      ]
      await expect(kind).toBeVisible()
      await expect(amount).toHaveCount(1)
      expect((await amount.textContent())?.replace(/(plus|minus) /, '')).toMatch(
        new RegExp(`^\\${sign}₹[\\d,]+\\.\\d\\d$`),
      )
      await expect(balance).toHaveText(/^₹[\d,]+\.\d\d$/)
      const label = balance.evaluate((cell) => getComputedStyle(cell, '::before').content)
      expect(await label).toContain('Balance')
      const cut = await page
        .getByRole('table', { name: /Movements of the balance/ })
        .locator('tbody :is(td, th):visible')
        .evaluateAll((cells) =>
          cells.flatMap((cell) => (cell.scrollWidth > cell.clientWidth + 1 ? (cell.textContent ?? '') : [])),
        )
      expect(cut).toEqual([])
    }
  }
})

test('a closed month goes from its opening to its closing balance, and each figure leads to its movements', async ({
  page,
}) => {
  const complaints = complaintsOf(page)
  await openAs(page, 'finance', '/balance/months')
  const closed = page.getByRole('row').filter({ hasText: 'Closed' }).first()
  await expect(closed).toBeVisible()
  await expectUsable(page)
  await closed.getByRole('link').first().click()
  await expect(page.getByText(/^Reconciles:/)).toBeVisible()
  await expectUsable(page)

  const row = page
    .getByRole('row')
    .filter({ hasText: /^Refund/ })
    .first()
  const debit = await row.locator('td').nth(3).locator('data').getAttribute('value')
  const count = await row.locator('td').nth(0).textContent()
  await row.getByRole('link').click()
  await expect(page).toHaveURL(/kind=refund/)
  const result = page.getByText(new RegExp(`^${count} movements? · `))
  await expect(result).toBeVisible()
  await expect(result.locator(`data[value="${debit}"]`)).toBeVisible()

  await page.goto('/balance/fees')
  await expect(page.getByRole('columnheader', { name: 'Fees with tax' })).toBeVisible()
  await expectUsable(page)
  const fees = await (await page.request.get('/balance/fees/export')).text()
  expect(fees.split('\r\n')[0]).toMatch(/^month,time_zone,closed,currency,payments,captured,captured_minor/)
  await page.getByRole('link', { name: 'Format and columns' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Export fees and tax' })).toBeVisible()
  await expectUsable(page)
  const months = await (await page.request.get('/balance/months/export?format=ndjson&head=1')).text()
  expect(months.split('\n')[0]).toContain('"export"')
  expect(months.split('\n')[1]).toContain('"line":"opening"')
  await page.goto('/balance/months/1999-99')
  await expect(page.getByRole('heading', { name: /not found/i })).toBeVisible()
  expect(complaints).toEqual([])
})

test('a settlement comes to its movements, and its file has what the list has', async ({ page }) => {
  const complaints = complaintsOf(page)
  await openAs(page, 'finance', '/settlements?status=processed')
  await expect(page.getByText(/^\d[\d,]* settlements · ₹.* settled/)).toBeVisible()
  await expectUsable(page)
  await page.getByRole('row').nth(1).getByRole('link').click()
  await expect(page).toHaveURL(/\/settlements\/setl_/)
  await expectUsable(page)
  const amount = await minor(page, 'main data')
  await page.getByRole('link', { name: 'View movements' }).click()
  await expect(page.getByText(/movements? · /)).toBeVisible()
  // A sum of nothing is not shown.
  const sumOf = async (what: string) => {
    const sum = page.locator('[data-list-result] span.whitespace-nowrap', { hasText: what }).locator('data')
    return (await sum.count()) === 0 ? 0n : BigInt((await sum.getAttribute('value')) ?? '')
  }
  expect(await sumOf('credited')).toBeGreaterThan(0n)
  expect((await sumOf('credited')) - (await sumOf('debited'))).toBe(amount)

  const file = await page.request.get('/settlements/export?status=processed')
  const lines = (await file.text()).trim().split('\r\n')
  expect(lines[0]).toContain('settlement_id')
  expect(lines.length).toBeGreaterThan(10)
  expect(complaints).toEqual([])
})

test('the schedule names its error, and who may not change it is told so', async ({ page }) => {
  const complaints = complaintsOf(page)
  await openAs(page, 'owner', '/settlements/schedule')
  await expectUsable(page)
  await page.getByLabel('Delay').fill('99')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The delay must be at most 30.').first()).toBeVisible()
  await openAs(page, 'viewer', '/settlements/schedule')
  await expect(page.getByRole('radio').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Settle now' })).toHaveAttribute('aria-disabled', 'true')
  expect(complaints).toEqual([])
})

test('who may not see the balance finds neither it nor settlements', async ({ page }) => {
  await openAs(page, 'support', '/settlements')
  await expect(page.getByText(/permission to see the balance and settlements \(balance:read\)/)).toBeVisible()
})

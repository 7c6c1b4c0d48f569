import { expect, type Page } from '@playwright/test'
import { complaintsOf, useMode } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { beStaff, openAs } from '#e2e/ui/as-staff.ts'
import { rest } from '#e2e/ui/checkout/payer.ts'
import { makeFailedPayment, makePayment, unique } from './make.ts'

const rows = (page: Page) => page.locator('main tbody tr')
const ids = (page: Page) => page.locator('a.row-link').allTextContents()
const openFilters = (page: Page) => page.locator('summary', { hasText: 'Filter' }).click()
const apply = (page: Page) => page.locator('details[open]').getByRole('button', { name: 'Apply' }).click()

test('shows what one would open a payment for', async ({ page }) => {
  const complaints = complaintsOf(page)
  const receipt = unique('E2E')
  await makeFailedPayment({ receipt })
  await openAs(page, 'owner', `/payments?order=${receipt}`)
  await expect(page).toHaveTitle('Test · Payments')
  await expect(page.getByText('1 payment · ₹500.00 failed')).toBeVisible()
  for (const text of ['₹500.00', 'Failed', 'Insufficient funds', 'Visa ·· 0001', 'e2e@example.com', receipt])
    await expect(rows(page)).toContainText(text)

  await makePayment({ receipt, amount: 90_000, captured: false })
  await page.reload()
  await expect(rows(page).first()).toContainText(/Authorized.*(3 d|2 d 23 h) left/)
  await expect(page.getByText('2 payments · ₹0.00 captured · ₹900.00 authorized')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Authorized.*next expires in/ })).toBeVisible()

  await page.getByRole('link', { name: /^Failed/ }).click()
  await expect(page).toHaveURL(/status=failed/)
  await expect(rows(page)).toHaveCount(1)
  await rows(page).first().locator('td').nth(3).click()
  await expect(page).toHaveURL(/\/payments\/pay_\w{14}$/)
  expect(complaints).toEqual([])
})

test('filters as chips that open, change and go', async ({ page }) => {
  await openAs(page, 'owner', '/payments')
  await openFilters(page)
  await page.getByLabel('Minimum amount').fill('1,000')
  await page.getByLabel('Period', { exact: true }).selectOption('28d')
  await page.getByRole('checkbox', { name: 'UPI', exact: true }).check()
  await page.getByRole('checkbox', { name: 'Card', exact: true }).check()
  await apply(page)
  await expect(page).toHaveURL(/min=1%2C000/)
  await expect(page.locator('summary', { hasText: 'Card, UPI' })).toBeVisible()
  await expect(page.locator('summary', { hasText: 'last 28 days' })).toBeVisible()
  await page.locator('summary', { hasText: 'from ₹1,000.00' }).click()
  await page.getByLabel('Maximum amount').fill('5000')
  await apply(page)
  await expect(page.locator('summary', { hasText: '₹1,000.00 to ₹5,000.00' })).toBeVisible()
  await page.getByRole('link', { name: 'Remove filter Method' }).click()
  await expect(page.locator('summary', { hasText: 'Card, UPI' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Clear all' }).click()
  await expect(page).toHaveURL(/\/payments$/)
})

test('finds a payment by everything that people have of it', async ({ page }) => {
  const [receipt, shop] = [unique('E2E'), unique('shop')]
  const email = `${unique('asha')}@example.com`
  const payment = await makePayment({ receipt, email, notes: { shop }, contact: '+919812345678' })
  const { rrn } = payment.acquirer_data
  await rest(`/payments/${payment.id}/refund`, { amount: 10_000 })
  await beStaff(page, 'owner')
  const queries: Record<string, string | undefined>[] = [
    { email },
    { order: receipt },
    { order: payment.order_id },
    { reference: rrn },
    { notes: `shop=${shop}` },
    { q: payment.id },
    { q: email },
    { q: rrn },
    { q: receipt },
    { email, contact: '98123 45678' },
    { email, last4: '1007', method: 'card', refunded: 'partial', status: 'captured' },
    { email, from: 'today', to: 'today' },
    { email, min: '1250', max: '1,250.00' },
  ]
  for (const query of queries) {
    await page.goto(`/payments?${new URLSearchParams(query as Record<string, string>)}`)
    await expect(page.locator('a.row-link'), JSON.stringify(query)).toHaveText([payment.id])
  }
  await page.goto(`/payments?email=${email}&refunded=none`)
  await expect(page.getByRole('heading', { name: 'No payments match' })).toBeVisible()
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await expect(rows(page).first()).toBeVisible()
})

test('says what it cannot read, and shows nothing as if it had been filtered', async ({ page }) => {
  await openAs(page, 'owner', '/payments?min=lots&status=lost&from=whenever&count=7&last4=x')
  const alert = page.getByRole('alert').filter({ hasText: 'Invalid filter' })
  for (const text of [
    '"lots" is not an amount',
    'Unknown status "lost"',
    '"whenever" is not a date or time',
    '25, 50, 100',
    'last 4 digits',
  ]) {
    await expect(alert).toContainText(text)
  }
  await expect(rows(page)).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Export', exact: true })).toHaveCount(0)
})

test('pages both ways by the ids at the edges', async ({ page }) => {
  await openAs(page, 'owner', '/payments?to=yesterday')
  const first = await ids(page)
  expect(first).toHaveLength(25)
  await page.getByRole('link', { name: 'Older', exact: true }).click()
  await expect(page.getByText(/^26 to 50 of/)).toBeVisible()
  expect((await ids(page)).filter((id) => first.includes(id))).toEqual([])
  await page.getByRole('link', { name: 'Newer', exact: true }).click()
  await expect(page).toHaveURL(/ending_before=pay_/)
  await expect(page.getByText(/^1 to 25 of/)).toBeVisible()
  expect(await ids(page)).toEqual(first)
  await page.getByRole('link', { name: 'Older', exact: true }).click()
  await page.getByRole('link', { name: 'First page' }).click()
  await expect(page).toHaveURL(/\/payments\?to=yesterday$/)
  await page.getByRole('link', { name: '50 rows per page' }).click()
  await expect(rows(page)).toHaveCount(50)
})

test('moves by keyboard', async ({ page }) => {
  await openAs(page, 'owner', '/payments')
  const links = page.locator('a.row-link')
  await page.keyboard.press('j')
  await expect(links.nth(0)).toBeFocused()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await expect(links.nth(1)).toBeFocused()
  const id = await links.nth(1).textContent()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`${id}$`))
})

test('tells of new payments, and moves nothing until they are loaded', async ({ page }) => {
  test.slow()
  const email = `${unique('live')}@example.com`
  const old = await makePayment({ email })
  await openAs(page, 'owner', `/payments?email=${email}`)
  await expect(page.locator('a.row-link')).toHaveText([old.id])
  const fresh = await makePayment({ email })
  const pill = page.getByRole('button', { name: '1 new payment' })
  await expect(pill).toBeVisible({ timeout: 120_000 })
  await expect(page.locator('a.row-link')).toHaveText([old.id])
  await pill.click()
  await expect(page.locator('a.row-link')).toHaveText([fresh.id, old.id])
  await expect(pill).toHaveCount(0)
})

test('exports what the filter finds', async ({ page }) => {
  const email = `${unique('csv')}@example.com`
  await makePayment({ email, notes: { note: '=1+1' } })
  await makeFailedPayment({ email })
  await openAs(page, 'owner', `/payments?email=${email}`)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export', exact: true }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^payments-test-email-\d{4}-\d\d-\d\d-asia-kolkata\.csv$/)
  const text = await (await page.request.get(`/payments/export?email=${email}`)).text()
  const [head, ...lines] = text.trimEnd().split('\r\n')
  expect(head).toMatch(
    /^payment_id,created \(Asia\/Kolkata\),created_at,.*,amount,amount_minor,fee_with_tax,fee_with_tax_minor/,
  )
  expect(lines).toHaveLength(2)
  expect(text).toContain('1250.00,125000,29.50,2950,4.50,450,0.00,0')
  // A number that begins with a plus would be a formula.
  expect(text).toContain(",'+919876543210,")
  expect((await page.request.get('/payments/export?min=x')).status()).toBe(400)
})

test('says what to do first where there has never been a payment', async ({ page, context }) => {
  await useMode(context, 'live')
  await openAs(page, 'owner', '/payments')
  await expect(page.getByRole('heading', { name: 'No payments yet' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Create order' })).toBeVisible()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('filters, pages and opens', async ({ page }) => {
    await openAs(page, 'owner', '/payments')
    await openFilters(page)
    await page.getByLabel('Minimum amount').fill('500')
    await page.getByRole('checkbox', { name: 'Card', exact: true }).check()
    await page.getByRole('checkbox', { name: 'UPI', exact: true }).check()
    await apply(page)
    await expect(page.locator('summary', { hasText: 'Card, UPI' })).toBeVisible()
    await page.getByRole('link', { name: 'Older', exact: true }).click()
    // Others arrive meanwhile: the 26th row when the link was drawn may be further down now.
    await expect(page.getByText(/^(2[6-9]|[3-9]\d) to \d+ of/)).toBeVisible()
    await page.locator('a.row-link').first().click()
    await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
  })
})

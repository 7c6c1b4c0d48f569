import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectUsable, PHONE, useMode } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { beStaff, openAs } from '#e2e/ui/as-staff.ts'
import { makePayment, unique } from '#e2e/ui/payments/make.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search' })
const field = (page: Page) => palette(page).getByRole('combobox', { name: 'Search' })

/** The option of a record: those that refund it or show all results have its ID later in their names. */
const found = (page: Page, id: string) => palette(page).getByRole('option', { name: new RegExp(`^${id}`) })

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
}

test('the palette opens records, actions and pages by the keyboard, and returns the focus', async ({
  page,
}) => {
  const receipt = unique('PAL')
  const { id, order_id } = await makePayment({ receipt, amount: 64_200 })
  await openAs(page, 'owner', '/orders')
  await openPalette(page)
  await page.keyboard.press('Escape')
  await expect(palette(page)).toHaveCount(0)
  await expect(page.getByRole('searchbox', { name: 'Search', exact: true })).toBeFocused()

  await openPalette(page)
  await page.keyboard.type(receipt)
  await expect(found(page, order_id)).toBeVisible()
  await expect(found(page, id)).toContainText('₹642.00')
  await expectAccessible(page)
  await found(page, order_id).click()
  await expect(page).toHaveURL(`/orders/${order_id}`)

  await openPalette(page)
  await page.keyboard.type(id)
  const refund = palette(page).getByRole('option', { name: `Refund ${id}` })
  await expect(found(page, id)).toHaveAttribute('data-highlighted')
  await expect(refund).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(refund).toHaveAttribute('data-highlighted')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/payments/${id}/refund`)

  await openPalette(page)
  await page.keyboard.type('fund acc')
  await expect(palette(page).getByRole('option', { name: 'Fund accounts', exact: true })).toBeVisible()
  await palette(page).getByRole('option', { name: 'Fund accounts', exact: true }).click()
  await expect(page).toHaveURL('/fund-accounts')

  // Enter before the results have come waits for them.
  await openPalette(page)
  await page.keyboard.type(id)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/payments/${id}`)
  await expect(page).toHaveTitle(/642/)
  // The title is kept a little later than the page is drawn.
  await page.waitForTimeout(800)
  await openPalette(page)
  await expect(found(page, id)).toContainText('₹642.00')
})

test('words that are filters lead to the list that has them, in the palette and in the search', async ({
  page,
}) => {
  await openAs(page, 'owner', '/orders')
  await openPalette(page)
  await page.keyboard.type('failed upi payments')
  await expect(palette(page).getByRole('option', { name: 'Payments status:failed method:upi' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/payments?status=failed&method=upi')

  await page.goto('/search?q=captured')
  await page.getByRole('main').getByRole('link', { name: 'Payments', exact: true }).click()
  await expect(page).toHaveURL('/payments?status=captured')
})

test('a role finds and is offered only what it may open', async ({ page }) => {
  await openAs(page, 'viewer', '/payments')
  const { id } = await makePayment()
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Payments' }),
  ).toBeVisible()
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Logs' }),
  ).toHaveCount(0)
  await openPalette(page)
  await expect(palette(page).getByRole('option', { name: 'Payments', exact: true })).toBeVisible()
  for (const name of ['Logs', 'API keys', 'Create order'])
    await expect(palette(page).getByRole('option', { name })).toHaveCount(0)
  await page.keyboard.type(id)
  await expect(found(page, id)).toBeVisible()
  await expect(palette(page).getByRole('option', { name: 'Refund' })).toHaveCount(0)
  await page.goto('/logs')
  await expect(page.getByText(/see request logs \(requests:read\).*owner, admin, developer/)).toBeVisible()
})

test('what only the other mode has is named, in the palette and on the page of results', async ({ page }) => {
  const { id, order_id } = await makePayment()
  await beStaff(page, 'owner')
  await useMode(page.context(), 'live')
  await page.goto('/payments')
  await openPalette(page)
  await page.keyboard.type(id)
  await expect(palette(page).getByText('Found only in test mode: 1 payment.')).toBeVisible()
  await palette(page).getByRole('link', { name: 'Switch to test mode' }).click()
  await page.getByRole('main').getByRole('button', { name: 'Switch to test mode' }).click()
  await expect(page).toHaveURL(`/payments/${id}`)
  await expect(page.getByText('TEST MODE', { exact: true })).toBeVisible()
  expect((await page.request.get(`/search?q=${order_id}`)).url()).toContain(`/orders/${order_id}`)
})

test('the palette fits a phone', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await openAs(page, 'owner', '/payments')
  await page.getByRole('searchbox', { name: 'Search', exact: true }).click()
  await expect(field(page)).toBeFocused()
  await expectAccessible(page)
  await palette(page).getByRole('option', { name: 'Wallets', exact: true }).click()
  await expect(page).toHaveURL('/wallets')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('the search box lists what was found by kind', async ({ page }) => {
    const email = `${unique('nojs')}@example.com`
    const { id } = await makePayment({ email })
    await openAs(page, 'owner', '/payments')
    await page.getByRole('searchbox', { name: 'Search', exact: true }).fill(email)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Payment', exact: true })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: id }).click()
    await expect(page).toHaveURL(`/payments/${id}`)
    await page.goto('/search?q=umbrella')
    await expect(page.getByText('Nothing found for “umbrella”.')).toBeVisible()
  })
})

test('the page of results is usable', async ({ page }) => {
  const { id } = await makePayment({ amount: 4_321_100 })
  await openAs(page, 'owner', '/search?q=43211')
  await expect(page.getByRole('main').getByRole('link', { name: id })).toBeVisible()
  await expectUsable(page)
})

test('the palette understands what the lists understand, and an action on what they find', async ({
  page,
}) => {
  const email = `${unique('ruhi').toLowerCase()}@example.com`
  const { id } = await makePayment({ amount: 149_900, email })
  await openAs(page, 'owner', '/orders')
  await openPalette(page)
  await page.keyboard.type(`refund ${email}`)
  const refund = palette(page).getByRole('option', { name: `Refund ${id}` })
  await expect(refund).toHaveAttribute('data-highlighted')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/payments/${id}/refund`)

  await openPalette(page)
  await page.keyboard.type('1499 card today')
  await expect(palette(page).getByRole('option', { name: /^Payments/ })).toHaveAttribute('data-highlighted')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/payments\?method=card&period=today&q=1499$/)
  await expect(page.locator(`tr:has(a[href="/payments/${id}"])`)).toBeVisible()
})

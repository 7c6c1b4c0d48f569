import { expect } from '@playwright/test'
import { setCapabilities } from '#e2e/another-merchant.ts'
import { demo, expectAccessible, expectNoSidewaysScroll, useMode } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { beStaff, openFresh, staffOf } from '#e2e/ui/as-staff.ts'
import { rest } from '#e2e/ui/checkout/payer.ts'

/** The demo merchant has wallets in both modes; for these tests its live account does not. */
const setWallet = (capabilities: string[]) => setCapabilities(demo().live.key_id, capabilities)

test.describe.configure({ mode: 'serial' })
test.beforeAll(() => setWallet([]))
test.afterAll(() => setWallet(['wallet']))

test('every page of the product says that this account has none, and offers nothing', async ({
  page,
  context,
}) => {
  test.slow()
  const customer = await rest<{ id: string }>(
    '/customers',
    { name: 'No Wallet', contact: '+919876500001', fail_existing: '0' },
    'live',
  )
  await beStaff(page, 'owner')
  await useMode(context, 'live')
  for (const path of [
    '/wallets',
    '/transfers',
    '/payouts',
    '/payouts/new',
    '/fund-accounts',
    '/fund-accounts/new',
    `/customers/${customer.id}/statement`,
    `/customers/${customer.id}/cashback`,
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'No wallets on this account' }), path).toBeVisible()
    const main = page.locator('main')
    await expect(main.getByRole('button'), path).toHaveCount(0)
    await expect(main.locator('form, table'), path).toHaveCount(0)
    await expectNoSidewaysScroll(page)
  }
  await expectAccessible(page)
  await expect(page.getByRole('link', { name: 'Read the documentation' })).toHaveAttribute(
    'href',
    '/docs/wallets-discontinued',
  )

  await page.goto(`/customers/${customer.id}?tab=wallet`)
  await expect(
    page.getByText('Wallets are discontinued and available only to accounts that already had them'),
  ).toBeVisible()
  for (const name of ['Add cashback', 'Create payout', 'Create fund account', 'Statement'])
    await expect(page.getByRole('link', { name, exact: true }), name).toHaveCount(0)
})

test('no file of the product is given, and no order can be paid from a wallet', async ({ page, context }) => {
  test.slow()
  const customer = await rest<{ id: string }>(
    '/customers',
    { name: 'No Wallet', contact: '+919876500001', fail_existing: '0' },
    'live',
  )
  // In live mode a file takes a confirmed session, which is checked first.
  await openFresh(page, 'owner', '/confirm?return_to=/orders')
  await page.getByLabel('Your password').fill(staffOf('owner').password)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.waitForURL((url) => url.pathname === '/orders')
  await useMode(context, 'live')
  for (const path of [
    '/wallets/export',
    '/transfers/export',
    '/payouts/export',
    `/payouts/balance?customer=${customer.id}`,
    `/customers/${customer.id}/statement/pdf`,
    `/customers/${customer.id}/statement/csv`,
    `/customers/${customer.id}/statement/json`,
  ]) {
    const response = await page.request.get(path)
    expect(response.status(), path).toBe(400)
    expect(await response.text(), path).toContain('Wallets were discontinued in April 2023')
  }
  const order = await rest<{ id: string }>('/orders', { amount: 5000, currency: 'INR' }, 'live')
  await page.goto(`/checkout/${order.id}`)
  await expect(page.getByText('Payments are not available')).toBeVisible()
  await expect(page.getByRole('link', { name: /wallet/i })).toHaveCount(0)
  expect((await page.goto(`/checkout/${order.id}/wallet`))?.status()).toBe(404)
})

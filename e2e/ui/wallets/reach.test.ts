import { expect } from '@playwright/test'
import { expectUsable } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { beStaff } from '#e2e/ui/as-staff.ts'
import { makePayment } from '#e2e/ui/payments/make.ts'
import { giveCashback, makeWallet } from './make.ts'

test('everyone can use the lists', async ({ page }) => {
  await makeWallet()
  await beStaff(page, 'owner')
  for (const path of ['/wallets', '/transfers', '/transfers?status=created']) {
    await page.goto(path)
    await expectUsable(page)
  }
})

test('everyone can use a wallet, its statement and its forms', async ({ page }) => {
  const [{ customer, transfer }, payment] = [await makeWallet(), await makePayment()]
  const onHold = await giveCashback(customer.id, 5000, { on_hold: true })
  await beStaff(page, 'owner')
  for (const path of [
    `/customers/${customer.id}?tab=wallet`,
    `/customers/${customer.id}/statement`,
    `/customers/${customer.id}/statement?period=last_month`,
    `/customers/${customer.id}/cashback`,
    `/payments/${payment.id}/transfer?customer=${customer.id}`,
    `/payments/${payment.id}/transfer?customer=x`,
    `/transfers/${transfer.id}`,
    `/transfers/${onHold.id}/hold`,
    `/transfers/${onHold.id}/release`,
    `/transfers/${transfer.id}/reverse`,
  ]) {
    await page.goto(path)
    await expectUsable(page)
  }
  await page.goto(`/customers/${customer.id}/cashback`)
  await page.getByLabel('Amount').fill('999999')
  await page.getByRole('button', { name: 'Add cashback' }).click()
  await expect(page.getByText('failed attempt is recorded')).toBeVisible()
  await expectUsable(page)
})

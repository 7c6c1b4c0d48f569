import { expect } from '@playwright/test'
import { DESKTOP, expectUsable, NARROW, PHONE } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { beStaff, openAs } from '#e2e/ui/as-staff.ts'
import { newOrder } from '#e2e/ui/checkout/payer.ts'
import { makePayment } from '#e2e/ui/payments/make.ts'
import { makeCustomer } from './make.ts'

const SIZES = [DESKTOP, PHONE, NARROW]

/** The maximum length of each field. */
const longest = () => ({
  name: 'W'.repeat(50),
  email: `${'w'.repeat(40)}.${Math.random().toString(36).slice(2, 12)}@example.com`,
  notes: { ['k'.repeat(60)]: 'v'.repeat(256), empty: '' },
  gstin: '29ABCDE1234F1ZW',
})

test('everyone can use the list and its filters', async ({ page }) => {
  await makeCustomer(longest())
  await openAs(page, 'owner', '/customers')
  await expectUsable(page, SIZES)
  await page.locator('summary', { hasText: 'Filter' }).click()
  await expectUsable(page, SIZES)
})

test('everyone can use a customer with all of its tabs', async ({ page }) => {
  const { id, email, contact } = await makeCustomer(longest())
  await makePayment({ email: email ?? '', contact: contact ?? '' })
  await beStaff(page, 'owner')
  for (const tab of ['', '?tab=orders', '?tab=bills', '?tab=documents', '?tab=timeline', '?tab=json']) {
    await page.goto(`/customers/${id}${tab}`)
    await expectUsable(page, SIZES)
  }
})

test('everyone can use the forms, with hints, changes and errors', async ({ page }) => {
  const { id, email } = await makeCustomer(longest())
  await openAs(page, 'owner', '/customers/new')
  await page.getByLabel('Email', { exact: true }).fill(email ?? '')
  await page.getByLabel('Phone', { exact: true }).fill('98765 43210')
  await expect(page.getByText('a wallet can be created')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('Al')
  await page.getByRole('button', { name: 'Create customer' }).click()
  await expect(page.getByText('at least 3 characters')).toBeVisible()
  await expectUsable(page, SIZES)
  await page.goto(`/customers/${id}/edit`)
  await page.getByLabel('Name', { exact: true }).fill('Another name')
  await page.getByLabel(/^GSTIN/).fill('')
  await expect(page.getByRole('region', { name: 'Changes', exact: true })).toContainText('removed')
  await expectUsable(page, SIZES)
  await page.goto(`/orders/new?customer=${id}`)
  await expectUsable(page, SIZES)
})

test('everyone can use the checkout of a known customer', async ({ page }) => {
  const { id } = await makeCustomer(longest())
  const order = await newOrder({ customer_id: id })
  await page.goto(`/checkout/${order.id}`)
  await expectUsable(page, SIZES)
  await page.getByText('Use another email or phone').click()
  await expectUsable(page, SIZES)
})

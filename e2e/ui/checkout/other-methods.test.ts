import { expect, type Page } from '@playwright/test'
import { complaintsOf, DESKTOP, expectUsable, PHONE } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import {
  expectError,
  expectReceipt,
  fillPayer,
  newOrder,
  openOrder,
  paymentsOf,
  press,
  rest,
} from './payer.ts'

async function payByUpi(page: Page, vpa: string): Promise<void> {
  await page.getByLabel('UPI id').fill(vpa)
  await fillPayer(page)
  await press(page, /^Pay ₹/)
}

test.describe('UPI', () => {
  test('succeeds at once, is declined at once, and can be tried again', async ({ page }) => {
    const complaints = complaintsOf(page)
    const order = await newOrder()
    await openOrder(page, order.id)
    await page.getByRole('link', { name: 'UPI', exact: true }).click()
    await expect(page.getByLabel('UPI id')).toBeFocused()
    await payByUpi(page, 'failure@upi')
    await expectError(page, 'UPI id', /declined/)
    await expect(page.getByLabel('UPI id')).toHaveValue('failure@upi')
    await payByUpi(page, 'success@upi')
    await expectReceipt(page)
    await expect(page.getByText('UPI su…@upi')).toBeVisible()
    expect(await rest(`/orders/${order.id}`)).toMatchObject({ status: 'paid', attempts: 2 })
    expect(complaints).toEqual([])
  })

  test('that waits in the app of the payer moves on by itself', async ({ page }) => {
    const order = await newOrder()
    await openOrder(page, order.id, '?method=upi')
    await payByUpi(page, 'pending@upi')
    await expect(page.getByRole('heading', { name: 'Waiting for the bank' })).toBeVisible()
    await expect(page).toHaveURL(/\/receipt\//, { timeout: 120_000 })
    await expectReceipt(page)
  })

  test('is approved or rejected by the payer, also in another tab', async ({ page, context }) => {
    const order = await newOrder()
    await openOrder(page, order.id, '?method=upi')
    await payByUpi(page, 'asha@upi')
    await expect(page.getByRole('heading', { name: 'Approve the payment in your app' })).toBeVisible()
    await press(page, 'Decline')
    await expectError(page, 'UPI id', /cancelled/)
    await payByUpi(page, 'asha@upi')
    // Another tab finds the payment once it has begun.
    await expect(page.getByRole('heading', { name: 'Approve the payment in your app' })).toBeVisible()
    const app = await context.newPage()
    await app.goto(`/checkout/${order.id}?method=upi`)
    await app.getByRole('link', { name: 'Continue this payment' }).click()
    await press(app, 'Approve')
    await expectReceipt(app)
    await expectReceipt(page)
  })

  test('that times out and is authorized late shows the order as paid after all', async ({ page }) => {
    const order = await newOrder()
    await openOrder(page, order.id, '?method=upi')
    await payByUpi(page, 'late@upi')
    await expectError(page, 'UPI id', /not completed in time/)
    await expect(page.getByText(/Banks can respond late/)).toBeVisible()
    await expect
      .poll(async () => (await rest(`/orders/${order.id}`)).status, { timeout: 120_000 })
      .toBe('paid')
    await page.reload()
    await expectReceipt(page)
  })

  test('is paid by a QR code, declined at first, with a test app in place of the payer', async ({ page }) => {
    const complaints = complaintsOf(page)
    const order = await newOrder()
    await openOrder(page, order.id, '?method=upi')
    await fillPayer(page)
    await press(page, 'Pay by QR code or UPI app')
    await expect(page.getByRole('heading', { name: 'Scan the code to pay' })).toBeVisible()
    await expect(page.getByRole('img', { name: 'QR code to pay ₹1,250.00 by UPI' })).toBeVisible()
    await expectUsable(page, [PHONE, DESKTOP])
    await press(page, 'Decline')
    await expectError(page, 'UPI id', /cancelled/)
    await press(page, 'Pay by QR code or UPI app')
    await expect(page.locator('[data-upi-link]')).toHaveAttribute(
      'href',
      /^upi:\/\/pay\?pa=.+&am=1250\.00&cu=INR$/,
    )
    await press(page, 'Pay in the test app')
    await expectReceipt(page)
    await expect(page.getByText('UPI as…@testbank')).toBeVisible()
    expect(await paymentsOf(order.id)).toMatchObject([
      { status: 'captured', method: 'upi' },
      { status: 'failed', error_reason: 'payment_cancelled' },
    ])
    expect(complaints).toEqual([])
  })

  test('an id that is none is explained, and costs no attempt', async ({ page }) => {
    const order = await newOrder()
    await openOrder(page, order.id, '?method=upi')
    await payByUpi(page, 'asha')
    await expectError(page, 'UPI id', /name@bank/)
    expect(await rest(`/orders/${order.id}`)).toMatchObject({ attempts: 0 })
  })
})

for (const [method, label, choice, means] of [
  ['netbanking', 'Bank', 'State Bank of India', 'State Bank of India netbanking'],
  ['wallet', 'Wallet', 'MobiKwik', 'MobiKwik'],
] as const) {
  test(`${method} goes over the page of a test bank, which says yes or no`, async ({ page }) => {
    const complaints = complaintsOf(page)
    const order = await newOrder()
    await openOrder(page, order.id, `?method=${method}`)
    await press(page, /^Pay ₹/)
    await expectError(page, label, /Choose your/)
    await page.getByLabel(label, { exact: true }).selectOption({ label: choice })
    await fillPayer(page)
    await press(page, /^Pay ₹/)
    await expect(page.getByText(`This is not ${choice}`)).toBeVisible()
    await press(page, 'Failure')
    await expectError(page, label, /cancelled/)
    await expect(page.getByLabel(/^Phone/)).toHaveValue('+91 98765 43210')
    await page.getByLabel(label, { exact: true }).selectOption({ label: choice })
    await press(page, /^Pay ₹/)
    await press(page, 'Success')
    await expectReceipt(page)
    await expect(page.getByText(means, { exact: true })).toBeVisible()
    expect(await paymentsOf(order.id)).toMatchObject([
      { status: 'captured', method },
      { status: 'failed', method, error_reason: 'payment_cancelled' },
    ])
    expect(complaints).toEqual([])
  })
}

test('changing the method keeps who pays', async ({ page }) => {
  await openOrder(page, (await newOrder()).id)
  await fillPayer(page)
  await page.getByRole('link', { name: 'Netbanking' }).click()
  await expect(page.getByLabel('Bank')).toBeVisible()
  await expect(page.getByLabel(/^Email/)).toHaveValue('asha@example.com')
})

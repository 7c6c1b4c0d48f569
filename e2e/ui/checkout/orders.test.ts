import { expect } from '@playwright/test'
import { complaintsOf, expectUsable } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import {
  expectError,
  expectReceipt,
  fillPayer,
  merchantSite,
  newOrder,
  openOrder,
  payByCard,
  paymentsOf,
  press,
  rest,
  signatureOf,
  untilAlive,
} from './payer.ts'

for (const javaScriptEnabled of [true, false]) {
  test.describe(`returning to the merchant ${javaScriptEnabled ? 'by itself' : 'without script'}`, () => {
    test.use({ javaScriptEnabled })

    test('posts the three signed fields and nothing else', async ({ page }) => {
      const complaints = complaintsOf(page)
      const shop = await merchantSite()
      const order = await newOrder({ callback_url: shop.url })
      await openOrder(page, order.id)
      await payByCard(page)
      await expectReceipt(page)
      if (javaScriptEnabled) {
        await expect(page.getByText('Redirecting soon')).toBeVisible()
      } else {
        await page.getByRole('link', { name: 'Return to Kaveri Stores' }).click()
        await press(page, 'Continue to Kaveri Stores')
      }
      await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
      const [payment] = await paymentsOf(order.id)
      expect(shop.posted).toHaveLength(1)
      expect(shop.posted[0]?.type).toBe('application/x-www-form-urlencoded')
      expect(Object.fromEntries(new URLSearchParams(shop.posted[0]?.body))).toEqual({
        service_payment_id: payment?.id,
        service_order_id: order.id,
        service_signature: signatureOf(order.id, payment?.id ?? ''),
      })
      expect(complaints).toEqual([])
      shop.close()
    })
  })
}

test('the way back can be stopped, and does not start for robots', async ({ page }) => {
  const shop = await merchantSite()
  await openOrder(page, (await newOrder({ callback_url: shop.url })).id)
  await payByCard(page)
  await press(page, 'Stay here')
  await expect(page.getByText('Redirecting soon')).toHaveCount(0)
  await openOrder(page, (await newOrder({ callback_url: shop.url })).id, '?robot=1')
  await expect(page.getByLabel('Card number')).not.toBeFocused()
  await payByCard(page)
  await expectReceipt(page)
  await expect(page).toHaveURL(/robot=1/)
  await page.waitForTimeout(4000)
  await expectReceipt(page)
  expect(shop.posted).toEqual([])
  shop.close()
})

test('a paid order shows its receipt on any visit, without a redirect', async ({ page, browser }) => {
  const order = await newOrder({ callback_url: 'https://shop.example/back' })
  await openOrder(page, order.id, '?robot=1')
  await payByCard(page)
  await expectReceipt(page)
  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto(`/checkout/${order.id}`)
  await expectReceipt(stranger)
  const text = await stranger.locator('body').textContent()
  expect(text).not.toContain('asha@example.com')
  expect(text).not.toContain('98765')
  await stranger.waitForTimeout(4000)
  await expectReceipt(stranger)
})

test('an authorized order is being processed, and cannot be paid twice', async ({ page, context }) => {
  const order = await newOrder({ payment_capture: false })
  const late = await context.newPage()
  await openOrder(late, order.id)
  await openOrder(page, order.id)
  await payByCard(page)
  await expectReceipt(page, 'Payment received')
  await page.goto(`/checkout/${order.id}`)
  await expectReceipt(page, 'Payment received')
  await late.getByLabel('Card number').fill('4100280000001007')
  await late.getByLabel('Expiry').fill('12/34')
  await late.getByLabel('CVV').fill('123')
  await fillPayer(late)
  await press(late, /^Pay ₹/)
  await expectReceipt(late, 'Payment received')
  expect(await rest(`/orders/${order.id}`)).toMatchObject({ attempts: 1 })
})

for (const [method, label] of [
  ['upi', 'UPI id'],
  ['card', 'Card number'],
] as const)
  test(`an order for ${method} offers that method alone`, async ({ page }) => {
    const order = await newOrder({ method })
    // The URL of another method does not open it.
    await openOrder(page, order.id, '?method=netbanking')
    const methods = page.getByRole('navigation', { name: 'Payment methods' }).getByRole('link')
    await expect(methods).toHaveCount(1)
    await expect(methods).toHaveAttribute('aria-current', 'page')
    await expect(page.getByLabel(label)).toBeVisible()
    await expectUsable(page)
    if (method === 'card') await payByCard(page)
    else {
      await page.getByLabel(label).fill('success@upi')
      await fillPayer(page)
      await press(page, /^Pay ₹/)
    }
    await expectReceipt(page)
    expect(await paymentsOf(order.id)).toMatchObject([{ method, status: 'captured' }])
  })

test('an order in parts is paid in two', async ({ page }) => {
  const order = await newOrder({ partial_payment: true, first_payment_min_amount: 50_000 })
  await openOrder(page, order.id, '?method=upi')
  await untilAlive(page)
  await page.getByLabel('UPI id').fill('success@upi')
  await fillPayer(page)
  await page.getByLabel('Amount to pay now').fill('100')
  await expect(page.getByRole('button', { name: 'Pay ₹100.00' })).toBeVisible()
  await press(page, /^Pay ₹/)
  await expectError(page, 'Amount to pay now', /minimum is ₹500.00/)
  await page.getByLabel('Amount to pay now').fill('1,000')
  await press(page, /^Pay ₹/)
  await expectReceipt(page)
  await page.getByRole('link', { name: 'Pay the remaining ₹250.00' }).click()
  await expect(page.getByText(/₹1,000.00 of ₹1,250.00 already paid/)).toBeVisible()
  await page.getByRole('link', { name: 'UPI', exact: true }).click()
  await page.getByLabel('UPI id').fill('success@upi')
  await press(page, 'Pay ₹250.00')
  await expectReceipt(page)
  expect(await rest(`/orders/${order.id}`)).toMatchObject({ status: 'paid', attempts: 2, amount_due: 0 })
})

test('in live mode without a bank the page says so, and has no form', async ({ page }) => {
  const order = await newOrder({}, 'live')
  await page.goto(`/checkout/${order.id}`)
  await expect(page.getByText('Payments are not available')).toBeVisible()
  await expect(page.locator('input, form')).toHaveCount(0)
  await expect(page.getByText('TEST MODE')).toHaveCount(0)
  await expect(page).toHaveTitle('₹1,250.00 to Kaveri Stores')
})

test('an order that is none is not found, and neither is the payment of another order', async ({ page }) => {
  for (const id of ['order_NfLw3gQ81xRt0a', 'order_1', 'nothing']) {
    const response = await page.goto(`/checkout/${id}`)
    expect(response?.status()).toBe(404)
    await expect(page.getByText('Order not found')).toBeVisible()
  }
  const [paid, other] = [await newOrder(), await newOrder()]
  await openOrder(page, paid.id, '?robot=1')
  await payByCard(page)
  await expectReceipt(page)
  const stray = new URL(page.url()).pathname.replace(paid.id, other.id)
  expect((await page.goto(stray))?.status()).toBe(404)
})

test('nothing of it is kept by browsers or found by search engines', async ({ request }) => {
  const response = await request.get(`/checkout/${(await newOrder()).id}`)
  expect(response.headers()['cache-control']).toContain('no-store')
  const html = await response.text()
  expect(html).toMatch(/<meta name="robots" content="noindex, nofollow/)
  expect(html).toMatch(/<meta name="referrer" content="same-origin"/)
})

import { expect } from '@playwright/test'
import { test } from '#e2e/test.ts'
import {
  expectError,
  expectReceipt,
  fillCard,
  fillPayer,
  GOOD_CARD,
  newOrder,
  openOrder,
  payByCard,
  paymentsOf,
  press,
  rest,
  submitOtp,
} from './payer.ts'

test.use({ javaScriptEnabled: false })

test('a card fails, says why, keeps what is no secret, and is paid', async ({ page, context }) => {
  const order = await newOrder()
  await openOrder(page, order.id)
  await expect(page.getByLabel('Card number')).toBeFocused()
  await fillCard(page, '4100280000010008')
  await page.getByLabel('Name on card').fill('Asha Rao')
  await fillPayer(page)
  await press(page, /^Pay ₹/)
  await expectError(page, 'Card number', /number is invalid/)
  await expect(page.getByLabel('Card number')).toHaveValue('')
  await expect(page.getByLabel('CVV')).toHaveValue('')
  await expect(page.getByLabel('Expiry')).toHaveValue('12/34')
  await expect(page.getByLabel('Name on card')).toHaveValue('Asha Rao')
  await expect(page.getByLabel(/^Email/)).toHaveValue('asha@example.com')
  expect(await page.content()).not.toContain('4100280000010008')
  expect(page.url()).not.toContain('41002800')
  expect(JSON.stringify(await context.cookies())).not.toContain('41002800')

  await fillCard(page, '4100280000080001')
  await press(page, /^Pay ₹/)
  await submitOtp(page, '12')
  await expectError(page, 'One-time password', /2 attempts left/)
  await submitOtp(page)
  await expectError(page, 'Card number', /insufficient funds/i)
  await expect(page.getByLabel(/^Phone/)).toHaveValue('+91 98765 43210')
  await payByCard(page)
  await expectReceipt(page)
  expect(await rest(`/orders/${order.id}`)).toMatchObject({ status: 'paid', attempts: 3 })
})

test('details and notes of the address outlast a failure and reach the payment', async ({ page }) => {
  const order = await newOrder({ notes: { shop_order: '17' } })
  const given = new URLSearchParams({
    'prefill[email]': 'asha@example.com',
    'prefill[contact]': '+919876543210',
    'notes[city]': 'Mysuru "<b>',
    'notes[shop_order]': '18',
  })
  await openOrder(page, order.id, `?${given}`)
  await page.getByRole('link', { name: 'Netbanking' }).click()
  for (const button of ['Failure', 'Success']) {
    await expect(page.getByLabel(/^Email/)).toHaveValue('asha@example.com')
    await page.getByLabel('Bank').selectOption('HDFC')
    await press(page, /^Pay ₹/)
    await press(page, button)
  }
  await expectReceipt(page)
  const notes = { shop_order: '17', city: 'Mysuru "<b>' }
  expect((await paymentsOf(order.id)).map((payment) => payment.notes)).toEqual([notes, notes])
})

test('netbanking fails and succeeds over the test bank', async ({ page }) => {
  const order = await newOrder()
  await openOrder(page, order.id)
  await page.getByRole('link', { name: 'Netbanking' }).click()
  for (const button of ['Failure', 'Success']) {
    await page.getByLabel('Bank').selectOption('HDFC')
    await fillPayer(page)
    await press(page, /^Pay ₹/)
    await press(page, button)
    if (button === 'Failure') await expectError(page, 'Bank', /cancelled/)
  }
  await expectReceipt(page)
})

test('a UPI payment that waits is looked at again by itself', async ({ page }) => {
  const order = await newOrder()
  await openOrder(page, order.id, '?method=upi')
  await page.getByLabel('UPI id').fill('pending@upi')
  await fillPayer(page)
  // The page is shown for some seconds, so the test waits for it before it releases the button.
  await Promise.all([
    expect(page.getByRole('link', { name: 'Check status' })).toBeVisible(),
    press(page, /^Pay ₹/),
  ])
  await expect(page).toHaveURL(/\/receipt\//, { timeout: 120_000 })
})

test('a UPI payment begins with a QR code, and another tab pays it', async ({ page, context }) => {
  const order = await newOrder()
  await openOrder(page, order.id, '?method=upi')
  await fillPayer(page)
  await Promise.all([
    expect(page.getByRole('heading', { name: 'Scan the code to pay' })).toBeVisible(),
    press(page, 'Pay by QR code or UPI app'),
  ])
  const app = await context.newPage()
  await app.goto(page.url())
  await press(app, 'Pay in the test app')
  await expect(page).toHaveURL(/\/receipt\//, { timeout: 120_000 })
})

test('a form that is sent twice is one payment', async ({ page, request }) => {
  const order = await newOrder()
  await openOrder(page, order.id)
  const hidden = await page
    .locator('#pay-form input[type="hidden"]')
    .evaluateAll((inputs) =>
      inputs.map((input) => [(input as HTMLInputElement).name, (input as HTMLInputElement).value]),
    )
  const card = {
    number: GOOD_CARD,
    expiry: '12/34',
    cvv: '123',
    name: '',
    email: 'asha@example.com',
    contact: '9876543210',
  }
  const send = () =>
    request.post(page.url(), {
      multipart: { ...Object.fromEntries(hidden), ...card },
      headers: { origin: new URL(page.url()).origin },
      maxRedirects: 0,
    })
  const responses = await Promise.all([send(), send(), send()])
  expect(new Set(responses.map((response) => response.status()))).toEqual(new Set([303]))
  expect(new Set(responses.map((response) => response.headers().location)).size).toBe(1)
  expect(await paymentsOf(order.id)).toHaveLength(1)
})

test('the drawer of test instruments opens, and fills the form in by a link', async ({ page }) => {
  await openOrder(page, (await newOrder()).id)
  await page.getByText('Test cards', { exact: true }).click()
  await page.getByRole('link', { name: 'Amex 3402 560004 01007' }).click()
  await expect(page.getByLabel('Card number')).toHaveValue('3402 560004 01007')
  await expect(page.getByLabel('CVV')).toHaveValue('1234')
  expect(page.url()).not.toContain('3402')
  await press(page, /^Pay ₹/)
  await submitOtp(page)
  await expectReceipt(page)
})

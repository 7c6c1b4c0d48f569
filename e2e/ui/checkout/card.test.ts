import { expect } from '@playwright/test'
import { complaintsOf } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import {
  expectError,
  expectReceipt,
  fillCard,
  fillPayer,
  newOrder,
  openOrder,
  payByCard,
  paymentsOf,
  press,
  rest,
  submitOtp,
  untilAlive,
} from './payer.ts'

test('a card is paid with its one-time password, and the receipt names it', async ({ page }) => {
  const complaints = complaintsOf(page)
  const order = await newOrder()
  await openOrder(page, order.id)
  await expect(page).toHaveTitle('Test · ₹1,250.00 to Kaveri Stores')
  await expect(page.getByLabel('Card number')).toBeFocused()
  await payByCard(page)
  await expectReceipt(page)
  await expect(page.getByText('Visa ending 1007')).toBeVisible()
  await expect(page.getByText('KS-20418')).toBeVisible()
  const [payment] = await paymentsOf(order.id)
  expect(payment).toMatchObject({ status: 'captured', email: 'asha@example.com', contact: '+919876543210' })
  await expect(page.getByText(payment?.id ?? '')).toBeVisible()
  expect(await rest(`/orders/${order.id}`)).toMatchObject({ status: 'paid', attempts: 1 })
  expect(complaints).toEqual([])
})

test('the number is grouped while it is typed, the expiry gets its slash, the network is named', async ({
  page,
}) => {
  await openOrder(page, (await newOrder()).id)
  await untilAlive(page)
  const number = page.getByLabel('Card number')
  await number.pressSequentially('340256000401007')
  await expect(number).toHaveValue('3402 560004 01007')
  await expect(page.getByText('American Express')).toBeVisible()
  await expect(page.getByLabel('CVV')).toHaveAttribute('placeholder', /4 digits/)
  await number.fill('4100280000001007')
  await expect(number).toHaveValue('4100 2800 0000 1007')
  await expect(page.getByText('Visa', { exact: true })).toBeVisible()
  await page.keyboard.press('Home')
  for (let step = 0; step < 6; step += 1) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Backspace')
  await expect(number).toHaveValue('4100 8000 0001 007')
  const expiry = page.getByLabel('Expiry')
  await expiry.pressSequentially('1234')
  await expect(expiry).toHaveValue('12 / 34')
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('Backspace')
  await expect(expiry).toHaveValue('12 ')
  await expiry.fill('')
  await expiry.pressSequentially('5')
  await expect(expiry).toHaveValue('05 / ')
})

test('a wrong one-time password is explained beside its input, with the tries that are left', async ({
  page,
}) => {
  const order = await newOrder()
  await openOrder(page, order.id)
  await fillCard(page)
  await fillPayer(page)
  await press(page, /^Pay ₹/)
  const otp = page.getByLabel('One-time password')
  await expect(otp).toHaveAttribute('autocomplete', 'one-time-code')
  await submitOtp(page, '123')
  await expectError(page, 'One-time password', /Incorrect OTP. 2 attempts left/)
  await expect(otp).toBeFocused()
  await submitOtp(page, 'abcdef')
  await expectError(page, 'One-time password', /1 attempt left/)
  await page.reload()
  await expectError(page, 'One-time password', /1 attempt left/)
  await submitOtp(page, '1')
  await expectError(page, 'Card number', /Incorrect OTP/)
  expect(await paymentsOf(order.id)).toMatchObject([{ status: 'failed', error_reason: 'incorrect_otp' }])
  await expect(page.getByLabel(/^Email/)).toHaveValue('asha@example.com')
  await payByCard(page)
  await expectReceipt(page)
  expect(await rest(`/orders/${order.id}`)).toMatchObject({ status: 'paid', attempts: 2 })
})

test('a payment can be given up at the one-time password', async ({ page }) => {
  const order = await newOrder()
  await openOrder(page, order.id)
  await fillCard(page)
  await fillPayer(page)
  await press(page, /^Pay ₹/)
  await press(page, 'Cancel this payment')
  await expectError(page, 'Card number', /cancelled/)
  expect(await paymentsOf(order.id)).toMatchObject([{ status: 'failed', error_reason: 'payment_cancelled' }])
})

test('two presses are one payment', async ({ page }) => {
  const order = await newOrder()
  await openOrder(page, order.id)
  await untilAlive(page)
  await fillCard(page)
  await fillPayer(page)
  await page.getByRole('button', { name: /^Pay ₹/ }).dblclick()
  await expect(page.getByLabel('One-time password')).toBeVisible()
  await page.getByLabel('One-time password').fill('123456')
  await page.getByRole('button', { name: 'Confirm' }).dblclick()
  await expectReceipt(page)
  expect(await paymentsOf(order.id)).toHaveLength(1)
})

test('a page of another version of the server becomes one of this, with what was typed', async ({ page }) => {
  const order = await newOrder()
  await openOrder(page, order.id)
  await untilAlive(page)
  await fillCard(page)
  await fillPayer(page)
  let sent = 0
  await page.route('**/checkout/**', (route) => {
    if (route.request().method() !== 'POST' || ++sent > 1) return route.continue()
    const postData = route
      .request()
      .postData()
      ?.replace(/"id":"[0-9a-f]{42}"/, `"id":"${'a0'.repeat(21)}"`)
    return route.continue({ ...(postData === undefined ? {} : { postData }) })
  })
  await press(page, /^Pay ₹/)
  await expect(page.getByRole('alert').filter({ hasText: 'This page was out of date' })).toBeVisible()
  await expect(page.getByLabel('Card number')).toHaveValue('4100 2800 0000 1007')
  await press(page, /^Pay ₹/)
  await expect(page.getByLabel('One-time password')).toBeVisible()
  expect(await paymentsOf(order.id)).toHaveLength(1)
})

test('a connection that fails loses nothing, and the next press is the same attempt', async ({
  page,
  context,
}) => {
  const order = await newOrder()
  await openOrder(page, order.id)
  await untilAlive(page)
  await fillCard(page)
  await fillPayer(page)
  const keys: string[] = []
  await page.route('**/checkout/**', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    keys.push(/name="[^"]*key"\s+(\w+)/.exec(route.request().postData() ?? '')?.[1] ?? '')
    // The first response is lost: the server has executed the request.
    if (keys.length > 1) return route.continue()
    await route.fetch()
    return route.abort()
  })
  await press(page, /^Pay ₹/)
  await expect(page.getByRole('alert').filter({ hasText: 'Connection lost' })).toBeVisible()
  await expect(page.getByLabel('Card number')).toHaveValue('4100 2800 0000 1007')
  await context.setOffline(false)
  await press(page, /^Pay ₹/)
  await expect(page.getByLabel('One-time password')).toBeVisible()
  expect(new Set(keys).size).toBe(1)
  expect(await paymentsOf(order.id)).toHaveLength(1)
})

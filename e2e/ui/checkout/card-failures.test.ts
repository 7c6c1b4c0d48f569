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
  untilAlive,
} from './payer.ts'

const FAILURES: [string, RegExp, 'otp' | 'at once'][] = [
  ['4100280000090000', /not completed in time/, 'otp'],
  ['5305620000050001', /insufficient funds/i, 'otp'],
  ['4100280000070002', /cancelled/, 'otp'],
  ['4100280000060003', /declined the card/, 'otp'],
  ['4100280000030006', /enabled for online payments/, 'at once'],
  ['4100280000010008', /number is invalid/, 'at once'],
  ['4100280000020007', /technical error/, 'otp'],
  ['4100280000000009', /could not authenticate the payer/, 'otp'],
]

test('every way to fail is explained at the card number, and the order can still be paid', async ({
  page,
}) => {
  test.slow()
  const order = await newOrder()
  await openOrder(page, order.id)
  for (const [number, words, when] of FAILURES) {
    await fillCard(page, number)
    await fillPayer(page)
    await press(page, /^Pay ₹/)
    if (when === 'otp') await submitOtp(page)
    await expectError(page, 'Card number', words)
    await expect(page.getByRole('alert').filter({ hasText: 'failed' })).toBeVisible()
    if (when === 'at once') await expect(page.getByLabel('CVV')).toHaveValue('')
  }
  expect(await rest(`/orders/${order.id}`)).toMatchObject({ status: 'attempted', attempts: FAILURES.length })
  await payByCard(page)
  await expectReceipt(page)
  expect(await rest(`/orders/${order.id}`)).toMatchObject({ status: 'paid', attempts: FAILURES.length + 1 })
})

test('an expired card is explained at its expiry', async ({ page }) => {
  const order = await newOrder()
  await openOrder(page, order.id)
  await fillCard(page, GOOD_CARD, '01/20')
  await fillPayer(page)
  await press(page, /^Pay ₹/)
  await expectError(page, 'Expiry', /expired/)
  await expect(page.getByLabel('Card number')).toHaveValue('4100 2800 0000 1007')
  expect(await paymentsOf(order.id)).toMatchObject([{ error_reason: 'card_expired' }])
})

test('what is not filled in is said for every input at once, and costs no attempt', async ({ page }) => {
  const order = await newOrder()
  await openOrder(page, order.id)
  await untilAlive(page)
  await page.getByLabel('Card number').fill('4100 2800 0000 1008')
  await page.getByLabel('Expiry').fill('13/30')
  await page.getByLabel('Name on card').fill('Asha 4100 2800 0000 1007')
  await page.getByLabel(/^Email/).fill('asha')
  await press(page, /^Pay ₹/)
  const summary = page.getByRole('alert').filter({ hasText: 'Fix the errors below' })
  await expect(summary.getByRole('link')).toHaveCount(6)
  await expect(page.getByLabel('Card number')).toBeFocused()
  await expectError(page, 'Card number', /Invalid card number/)
  await expectError(page, 'Expiry', /month and year/i)
  await expectError(page, 'CVV', /3 or 4 digits/)
  await expectError(page, 'Name on card', /looks like a card number/)
  await expectError(page, 'Email', /not a valid email/)
  await expectError(page, 'Phone', /Enter your phone number/)
  await expect(page.getByLabel('Card number')).toHaveValue('4100 2800 0000 1008')
  await summary.getByRole('link', { name: /phone number/ }).click()
  await expect(page.getByLabel(/^Phone/)).toBeFocused()
  expect(await rest(`/orders/${order.id}`)).toMatchObject({ status: 'created', attempts: 0 })
})

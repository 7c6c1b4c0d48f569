import { expect, type Page } from '@playwright/test'
import { DESKTOP, expectNoSidewaysScroll, expectUsable, NARROW, PHONE } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import {
  expectReceipt,
  fillCard,
  fillPayer,
  newOrder,
  openOrder,
  press,
  submitOtp,
  untilAlive,
} from './payer.ts'

/** Every page that a payer can reach, one after the other, in the state with the most content. */
async function walk(page: Page, look: () => Promise<void>): Promise<void> {
  const order = await newOrder({ callback_url: 'https://shop.example/back' })
  await openOrder(page, order.id)
  await untilAlive(page)
  await press(page, /^Pay ₹/)
  await expect(page.getByRole('alert').filter({ hasText: 'errors below' })).toBeVisible()
  await page.getByText('Test cards', { exact: true }).click()
  await look()
  for (const method of ['UPI', 'Netbanking', 'Wallet']) {
    await page.getByRole('link', { name: method, exact: true }).click()
    await expect(page.getByRole('link', { name: method, exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    )
    await look()
  }
  await page.getByLabel('Wallet').selectOption('phonepe')
  await fillPayer(page)
  await press(page, /^Pay ₹/)
  await expect(page.getByRole('button', { name: 'Success' })).toBeVisible()
  await look()
  await openOrder(page, order.id, '?method=upi')
  await look()
  await page.getByLabel('UPI id').fill('asha@upi')
  await fillPayer(page)
  await press(page, /^Pay ₹/)
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible()
  await look()
  await openOrder(page, order.id, '?robot=1')
  await fillCard(page)
  await fillPayer(page)
  await press(page, /^Pay ₹/)
  await submitOtp(page, '1')
  await expect(page.getByLabel('One-time password')).toHaveAttribute('aria-invalid', 'true')
  await look()
  await submitOtp(page)
  await expectReceipt(page)
  await look()
  // The merchant's site sends no content, so the browser stays on the page that redirects there.
  await page.route('https://shop.example/**', (route) => route.fulfill({ status: 204 }))
  await page.getByRole('link', { name: 'Return to Kaveri Stores' }).click()
  await expect(page.getByRole('button', { name: 'Continue to Kaveri Stores' })).toBeVisible()
  await look()
}

test('no page of a payer has a finding of axe, in light or in dark, and nothing sticks out on a phone', async ({
  page,
}) => {
  test.setTimeout(900_000)
  await page.setViewportSize(PHONE)
  await walk(page, async () => {
    await expectUsable(page, [DESKTOP])
    for (const size of [NARROW, PHONE]) {
      await page.setViewportSize(size)
      await expectNoSidewaysScroll(page)
    }
  })
})

test('a card is paid with the keyboard alone', async ({ page }) => {
  await openOrder(page, (await newOrder()).id, '')
  await untilAlive(page)
  await expect(page.getByLabel('Card number')).toBeFocused()
  for (const text of ['4100280000001007', '1234', '123', 'Asha Rao', 'asha@example.com', '9876543210']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await expect(page.getByLabel('Remember my email and phone on this device')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: /^Pay ₹/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('One-time password')).toBeFocused()
  await page.keyboard.type('123456')
  await page.keyboard.press('Enter')
  await expectReceipt(page)
})

test('the drawer fills the form in and leads to its button', async ({ page }) => {
  await openOrder(page, (await newOrder()).id)
  await untilAlive(page)
  await page.getByText('Test cards', { exact: true }).click()
  await page.getByRole('link', { name: 'RuPay 6527 6589 0000 1005' }).click()
  await expect(page.getByLabel('Card number')).toHaveValue('6527 6589 0000 1005')
  await expect(page.getByText('RuPay', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Pay ₹/ })).toBeFocused()
  await expect(page).not.toHaveURL(/use=/)
})

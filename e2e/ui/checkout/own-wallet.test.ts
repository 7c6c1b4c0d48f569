import { expect, type Page } from '@playwright/test'
import { complaintsOf, expectAccessible, expectNoSidewaysScroll } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { openAs } from '#e2e/ui/as-staff.ts'
import { makePayment } from '#e2e/ui/payments/make.ts'
import { balanceOf, makeHolder } from '#e2e/ui/payouts/make.ts'
import { expectReceipt, newOrder, paymentsOf, press, rest, signatureOf } from './payer.ts'

async function askFor(page: Page, orderId: string, contact: string | null): Promise<void> {
  await page.goto(`/checkout/${orderId}?method=wallet`)
  await page.getByRole('link', { name: 'Pay from your Kaveri Stores wallet' }).click()
  await sendCode(page, contact)
}

async function sendCode(page: Page, contact: string | null): Promise<void> {
  if (contact !== null) await page.getByLabel('Phone number of your wallet').fill(contact)
  await press(page, 'Send OTP')
  await expect(page.getByLabel('One-time password')).toBeVisible()
}

/** The password, as test mode shows it. */
async function passwordOn(page: Page): Promise<string> {
  const hint = await page.getByText('Test mode: the OTP is').textContent()
  return /\d{6}/.exec(hint ?? '')?.[0] ?? 'none'
}

async function enter(page: Page, password: string): Promise<void> {
  await page.getByLabel('One-time password').fill(password)
  await press(page, 'Confirm')
}

test('a wallet is topped up from a payment, pays an order, gets a refund, and its statement reconciles', async ({
  page,
}) => {
  const complaints = complaintsOf(page)
  const holder = await makeHolder(10_000)
  const load = await makePayment({ amount: 100_000 })
  await rest(`/payments/${load.id}/transfers`, {
    transfers: [{ customer: holder.id, amount: 90_000, currency: 'INR' }],
  })
  const order = await newOrder({ amount: 125_000, callback_url: 'https://shop.example/back' })
  await askFor(page, order.id, holder.contact)
  // No personal data or balance before the password.
  const before = await page.content()
  for (const secret of [holder.name, holder.email, '1,000.00']) expect(before).not.toContain(secret)
  const password = await passwordOn(page)
  await enter(page, password === '111111' ? '222222' : '111111')
  await expect(page.getByText('4 attempts left.')).toBeVisible()
  await enter(page, password)
  await expect(page.getByText('Top-up needed: ₹250.00 missing')).toBeVisible()
  expect(await rest(`/orders/${order.id}`)).toMatchObject({ attempts: 0 })

  await rest('/transfers', { customer_id: holder.id, amount: 50_000, currency: 'INR' })
  await page.getByRole('link', { name: 'Refresh' }).click()
  await press(page, 'Pay ₹1,250.00 from the wallet')
  await expectReceipt(page)
  await expect(page.getByText('Your wallet')).toBeVisible()
  const [payment] = await paymentsOf(order.id)
  expect(payment).toMatchObject({ status: 'captured', method: 'wallet', customer_id: holder.id })
  expect(await rest(`/orders/${order.id}`)).toMatchObject({ status: 'paid', attempts: 1 })
  expect(await balanceOf(holder)).toBe(25_000)
  const id = payment?.id ?? ''
  const back = await page.request.get(`/checkout/${order.id}/return/${id}`)
  expect(await back.text()).toContain(signatureOf(order.id, id))
  // The wallet is closed again: another visit starts over, or shows the receipt. On a slow machine the first receipt has led
  // back to the shop by then, which may take the place of the visit.
  await expect(async () => {
    await page.goto(`/checkout/${order.id}/wallet`)
    await expectReceipt(page)
  }).toPass()

  await rest(`/payments/${id}/refund`, { amount: 25_000 })
  await openAs(page, 'owner', `/customers/${holder.id}/statement`)
  await expect(page.locator('.statement-figures dd')).toHaveText([
    '₹0.00',
    '₹1,750.00',
    '₹1,250.00',
    '₹500.00',
  ])
  await expect(page.getByText('Reconciles: opening')).toBeVisible()
  expect(await balanceOf(holder)).toBe(50_000)
  expect(complaints).toEqual([])
})

test('a number without a wallet reads as one with it', async ({ page, browser }) => {
  const holder = await makeHolder(10_000)
  const order = await newOrder()
  const texts: string[] = []
  for (const contact of [
    holder.contact,
    `+9199${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`,
  ]) {
    const context = await browser.newContext()
    const other = await context.newPage()
    await askFor(other, order.id, contact)
    const password = await passwordOn(other)
    await enter(other, password === '111111' ? '222222' : '111111')
    await expect(other.getByText('4 attempts left.')).toBeVisible()
    texts.push((await other.locator('main').innerText()).replace(password, 'P'))
    await context.close()
  }
  expect(texts[0]).toBe(texts[1])
  // Another browser with the same URL starts at the beginning.
  await page.goto(`/checkout/${order.id}/wallet`)
  await expect(page.getByLabel('Phone number of your wallet')).toHaveValue('')
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the customer of an order pays a part of it, and a mail in the outbox has the password', async ({
    page,
  }) => {
    const holder = await makeHolder(50_000)
    const order = await newOrder({ amount: 80_000, partial_payment: true, customer_id: holder.id })
    await page.goto(`/checkout/${order.id}/wallet`)
    await expect(page.getByLabel('Phone number of your wallet')).toHaveCount(0)
    await press(page, 'Send OTP')
    const password = await passwordOn(page)
    await enter(page, '1')
    await expect(page.getByText('4 attempts left.')).toBeVisible()
    await enter(page, password)
    await expect(page.getByText('Top-up needed: ₹300.00 missing')).toBeVisible()
    await page.getByLabel('Amount to pay now').fill('900')
    await press(page, /^Pay ₹/)
    await expect(page.getByText('The amount due is only ₹800.00.')).toBeVisible()
    await expect(page.getByLabel('Amount to pay now')).toHaveValue('900')
    await page.getByLabel('Amount to pay now').fill('200')
    await press(page, /^Pay ₹/)
    await expectReceipt(page)
    expect(await rest(`/orders/${order.id}`)).toMatchObject({ amount_paid: 20_000, attempts: 1 })
    expect(await balanceOf(holder)).toBe(30_000)
    await openAs(page, 'owner', '/outbox')
    await page.getByRole('link', { name: 'Your OTP for Kaveri Stores' }).first().click()
    await expect(page.getByText('you are about to pay')).toBeVisible()
  })

  test('a wrong number is said at its input, and keeps what was typed', async ({ page }) => {
    const order = await newOrder()
    await page.goto(`/checkout/${order.id}/wallet`)
    await page.getByLabel('Phone number of your wallet').fill('123')
    await press(page, 'Send OTP')
    await expect(page.getByLabel('Phone number of your wallet')).toHaveAccessibleDescription(/8 to 15 digits/)
    await expect(page.getByLabel('Phone number of your wallet')).toHaveValue('123')
  })
})

test('every step can be used by everybody, at 320 pixels too', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 720 })
  const look = async () => {
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  }
  const holder = await makeHolder(10_000)
  const order = await newOrder()
  await page.goto(`/checkout/${order.id}?method=wallet`)
  await look()
  await page.getByRole('link', { name: 'Pay from your Kaveri Stores wallet' }).click()
  await expect(page.getByLabel('Phone number of your wallet')).toBeFocused()
  await look()
  await page.keyboard.type(holder.contact ?? '')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('One-time password')).toBeFocused()
  await look()
  await page.keyboard.type(await passwordOn(page))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Top-up needed')).toBeVisible()
  await look()
  await rest('/transfers', { customer_id: holder.id, amount: 200_000, currency: 'INR' })
  await page.getByRole('link', { name: 'Refresh' }).click()
  await expect(page.getByRole('button', { name: /^Pay ₹/ })).toBeVisible()
  await look()
})

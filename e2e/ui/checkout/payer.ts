import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'
import { demo } from '#e2e/fixtures.ts'

/** A merchant's site that records the posted forms. @param page at /pay */
export async function merchantSite(page = () => '<h1>Thank you</h1>') {
  const posted: { type: string | undefined; body: string }[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    if (request.method === 'POST') posted.push({ type: request.headers['content-type'], body })
    response
      .setHeader('content-type', 'text/html')
      .end(`<!doctype html><title>Shop</title>${request.url === '/pay' ? page() : '<h1>Thank you</h1>'}`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { origin, url: `${origin}/back?cart=7`, posted, close: () => server.close() }
}

/** Test cards, by their outcome. */
export const GOOD_CARD = '4100280000001007'

type Made = { id: string; status: string; attempts: number; amount_due: number }

type Key = { key_id: string; key_secret: string }

/** Calls the API of the server under test with a key, by default that of the demo merchant. */
export async function rest<T = Made>(
  path: string,
  body?: object,
  key: 'test' | 'live' | Key = 'test',
): Promise<T> {
  const { key_id, key_secret } = typeof key === 'string' ? demo()[key] : key
  const response = await fetch(`${process.env.BASE_URL}/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Basic ${Buffer.from(`${key_id}:${key_secret}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  expect(response.ok, await response.clone().text()).toBe(true)
  return (await response.json()) as T
}

/** A new order of ₹1,250.00 that is captured automatically. */
export function newOrder(more: object = {}, mode: 'test' | 'live' = 'test'): Promise<Made> {
  return rest(
    '/orders',
    { amount: 125_000, currency: 'INR', receipt: 'KS-20418', payment_capture: true, ...more },
    mode,
  )
}

type PaymentOnRecord = {
  id: string
  status: string
  method: string
  amount: number
  email: string
  customer_id: string | null
  contact: string
  error_reason: string | null
  description: string | null
  notes: Record<string, string> | []
}

/** The payments of an order, newest first. */
export async function paymentsOf(orderId: string): Promise<PaymentOnRecord[]> {
  return (await rest<{ items: PaymentOnRecord[] }>(`/orders/${orderId}/payments`)).items
}

/** Opens the checkout of an order at a method, by default at cards, and waits for its script, if it has one. */
export async function openOrder(page: Page, orderId: string, query = ''): Promise<void> {
  const search = new URLSearchParams(query)
  if (!search.has('method')) search.append('method', 'card')
  await page.goto(`/checkout/${orderId}?${search}`)
  await expect(page.getByRole('button', { name: /^Pay ₹/ })).toBeVisible()
}

/** The script of the page disables the browser's own validation when it runs. */
export async function untilAlive(page: Page): Promise<void> {
  await expect(page.locator('form[novalidate]')).toBeVisible()
}

export async function fillPayer(page: Page): Promise<void> {
  await page.getByLabel(/^Email/).fill('asha@example.com')
  await page.getByLabel(/^Phone/).fill('+91 98765 43210')
}

/** Cards come second where UPI is the payer's usual way. */
export async function chooseCard(page: Page): Promise<void> {
  await page.locator('nav a[href*="method=card"]').click()
  await expect(page.locator('#number')).toBeVisible()
}

export async function fillCard(page: Page, number = GOOD_CARD, expiry = '12/34'): Promise<void> {
  if (!(await page.locator('#number').isVisible())) await chooseCard(page)
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry').fill(expiry)
  await page.getByLabel('CVV').fill('123')
}

export async function press(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name }).click()
}

/** From the checkout of an order to the receipt of a card payment. */
export async function payByCard(page: Page, number = GOOD_CARD): Promise<void> {
  await fillCard(page, number)
  await fillPayer(page)
  await press(page, /^Pay ₹/)
  await submitOtp(page)
}

export async function submitOtp(page: Page, otp = '123456'): Promise<void> {
  await page.getByLabel('One-time password').fill(otp)
  await press(page, 'Confirm')
}

export async function expectReceipt(page: Page, word = 'Paid'): Promise<void> {
  await expect(page).toHaveURL(/\/checkout\/order_\w{14}\/receipt\/pay_\w{14}/)
  await expect(page.locator('.pill', { hasText: word })).toBeVisible()
}

/** Expects that an input is marked as invalid and described by its error. */
export async function expectError(page: Page, label: string, words: RegExp): Promise<void> {
  const input = page.getByLabel(new RegExp(`^${label}`, 'i'))
  await expect(input).toHaveAttribute('aria-invalid', 'true')
  await expect(input).toHaveAccessibleDescription(words)
}

/** The signature that a merchant computes to check a return. */
export function signatureOf(orderId: string, paymentId: string): string {
  return createHmac('sha256', demo().test.key_secret).update(`${orderId}|${paymentId}`).digest('hex')
}

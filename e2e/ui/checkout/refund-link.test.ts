import { expect } from '@playwright/test'
import { DESKTOP, expectUsable, NARROW } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { openAs } from '#e2e/ui/as-staff.ts'
import { GOOD_CARD, newOrder, rest } from './payer.ts'

/** A refund of a part of a new payment; its id. */
async function refundOf(amount: number, speed: 'normal' | 'optimum'): Promise<string> {
  const order = await newOrder()
  const card = { number: GOOD_CARD, name: 'Test Payer', expiry_month: '12', expiry_year: '2034', cvv: '123' }
  const payment = await rest('/payments/create/json', {
    amount: 125_000,
    currency: 'INR',
    order_id: order.id,
    method: 'card',
    card,
    email: 'refunds@example.com',
    contact: '+919876543210',
  })
  return (await rest(`/payments/${payment.id}/refund`, { amount, speed })).id
}

test('a customer follows a refund by a link, in two languages and without a script, until it is revoked', async ({
  page,
  browser,
}) => {
  const id = await refundOf(30_000, 'normal')
  await openAs(page, 'owner', `/refunds/${id}`)
  await page.getByRole('button', { name: 'Create link' }).click()
  const copy = page.getByRole('button', { name: 'Copy customer link' })
  const path = new URL((await copy.getAttribute('data-copy')) ?? '').pathname
  expect(path).toMatch(/^\/refund\/[0-9A-Za-z]{32}$/)

  const stranger = await browser.newContext({ javaScriptEnabled: false })
  const customer = await stranger.newPage()
  const scripts: string[] = []
  customer.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  const response = await customer.goto(new URL(path, page.url()).href)
  expect(response?.status()).toBe(200)
  expect(response?.headers()).toMatchObject({
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
  })
  await expect(customer.getByRole('heading', { name: 'Refund from Kaveri Stores' })).toBeVisible()
  await expect(customer.getByText('₹300.00')).toBeVisible()
  await expect(customer.getByText(id)).toBeVisible()
  await expect(customer.locator('body')).not.toContainText('refunds@example.com')
  await customer.getByRole('link', { name: 'हिन्दी' }).click()
  await expect(customer.locator('html')).toHaveAttribute('lang', 'hi')
  await expect(customer.getByRole('heading', { name: 'Kaveri Stores से रिफ़ंड' })).toBeVisible()
  expect(scripts).toEqual([])
  await stranger.close()

  await page.getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByRole('button', { name: 'Create link' })).toBeVisible()
  expect((await page.request.get(path)).status()).toBe(404)
})

test('the page of a refund for its customer is usable on every size, in light and in dark', async ({
  page,
}) => {
  const id = await refundOf(31_000, 'optimum')
  await openAs(page, 'owner', `/refunds/${id}`)
  await page.getByRole('button', { name: 'Create link' }).click()
  const copy = page.getByRole('button', { name: 'Copy customer link' })
  const path = new URL((await copy.getAttribute('data-copy')) ?? '').pathname
  for (const language of ['en', 'hi']) {
    await page.goto(`${path}?lang=${language}`)
    await expectUsable(page, [DESKTOP, NARROW])
  }
  await page.goto('/refund/abcdefghijklmnopqrstuvwxyzABCDEF?lang=en')
  await expect(page.getByRole('heading', { name: 'Refund not found' })).toBeVisible()
})

import { expect } from '@playwright/test'
import { createKey, createMerchant } from '#e2e/another-merchant.ts'
import { byAddress, demo, expectUsable, fillSignIn } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { payByCard, rest } from '#e2e/ui/checkout/payer.ts'

type Payment = { id: string; captured: boolean; amount_refunded: number }
type Made = { id: string }

test('a gateway account takes live payments: its page, a capture and a partial refund', async ({ page }) => {
  test.slow()
  const { id: merchantId, owner } = createMerchant('Gateway account')
  const key = createKey(merchantId, 'live')
  await page.context().addCookies([{ name: 'counterfoil-mode', value: 'live', url: demo().base_url }])
  await page.goto('/login?return_to=/orders')
  await fillSignIn(page, owner)
  await page.waitForURL((url) => url.pathname !== '/login')
  await page.goto('/settings/acquirer/new')
  await page.getByRole('link', { name: 'Add a gateway account instead' }).click()
  await expect(page.getByLabel('Key ID')).toBeVisible()
  await expectUsable(page)
  const form = page.locator('main form')
  const { base_url, test: there } = demo()
  const enter = async (secret: string) => {
    await page.getByLabel('URL').fill(byAddress(base_url))
    await page.getByLabel('Key ID').fill(there.key_id)
    await page.getByLabel('Key secret').fill(secret)
    await page.getByLabel('Webhook secret').fill('gateway-webhook-secret')
    const password = form.getByLabel('Your password')
    if (await password.isVisible()) await password.fill(owner.password)
    await page.getByRole('button', { name: 'Test and add' }).click()
  }
  await enter('another-secret')
  await expect(page.getByText(/The gateway does not accept the API key/).first()).toBeVisible()
  await enter(there.key_secret)
  await page.waitForURL(/\/settings\/acquirer\/acq_/)
  await expect(page.getByText(/\/v1\/acquirers\/acq_\w{14}\/notifications$/)).toBeVisible()
  await expectUsable(page)
  await page.getByRole('button', { name: 'Use this acquirer' }).click()
  await expect(page.getByText('In use', { exact: true })).toBeVisible()

  const order = await rest<Made>('/orders', { amount: 80_137, currency: 'INR', payment_capture: true }, key)
  await page.goto(`/checkout/${order.id}?method=netbanking`)
  await page.getByLabel(/^Email/).fill('payer@example.com')
  await page.getByLabel(/^Phone/).fill('+919876543210')
  await page.getByRole('button', { name: /^Pay ₹/ }).click()
  await page.waitForURL((url) => /^\/checkout\/order_/.test(url.pathname) && !url.pathname.includes(order.id))
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('payer@example.com')
  // What was chosen here is chosen there.
  await expect(page.getByRole('link', { name: 'Netbanking', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await page.getByRole('link', { name: 'Card', exact: true }).click()
  await payByCard(page)
  await page.waitForURL((url) => url.pathname.startsWith(`/checkout/${order.id}/receipt/`))
  let id = ''
  await expect(async () => {
    const paid = await rest<{ items: Payment[] }>(`/orders/${order.id}/payments`, undefined, key)
    expect(paid.items).toMatchObject([{ captured: true, amount_refunded: 0 }])
    id = paid.items[0]?.id ?? ''
  }).toPass({ timeout: 60_000 })
  await rest(`/payments/${id}/refund`, { amount: 12_345 }, key)
  await expect(async () => {
    const { items } = await rest<{ items: { status: string }[] }>(`/payments/${id}/refunds`, undefined, key)
    expect(items).toMatchObject([{ status: 'processed' }])
  }).toPass({ timeout: 60_000 })
  const at = await rest<{ items: Payment[] }>('/payments?amount[gte]=80137&amount[lte]=80137')
  expect(at.items).toMatchObject([{ amount: 80_137, captured: true, amount_refunded: 12_345 }])
  await page.goto('/settings/acquirer')
  await expectUsable(page)
})

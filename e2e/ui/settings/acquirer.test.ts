import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, type Page } from '@playwright/test'
import { createKey, createMerchant, setCapabilities } from '#e2e/another-merchant.ts'
import { demo, expectUsable, fillSignIn } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { rest } from '#e2e/ui/checkout/payer.ts'

type Payment = { id: string; status: string; amount_refunded: number; captured: boolean }
type Made = { id: string; status: string }

test.describe.configure({ mode: 'serial' })

// A merchant of their own, since other tests expect a demo merchant without a bank in live mode.
let owner: { email: string; password: string }
let key: { key_id: string; key_secret: string }
let bank: { process: ChildProcess; url: string; secret: string }
test.beforeAll(async () => {
  const merchant = createMerchant('Live bank')
  owner = merchant.owner
  key = createKey(merchant.id, 'live')
  await setCapabilities(key.key_id, ['wallet'])
  bank = await startBank()
})
test.afterAll(() => void bank.process.kill('SIGTERM'))

/** `counterfoil bank` on a free port. */
async function startBank() {
  const args = ['scripts/counterfoil.ts', 'bank', '--port', '0', '--json']
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [printed] = await once(child.stdout, 'data')
  return { process: child, ...(JSON.parse(String(printed)) as { url: string; secret: string }) }
}

async function openLive(page: Page, to: string): Promise<void> {
  await page.context().clearCookies()
  await page.context().addCookies([{ name: 'counterfoil-mode', value: 'live', url: demo().base_url }])
  await page.goto('/login?return_to=/orders')
  await fillSignIn(page, owner)
  await page.waitForURL((url) => url.pathname !== '/login')
  await page.goto(to)
}

async function givePassword(page: Page, form = page.locator('form').first()): Promise<void> {
  const field = form.getByLabel('Your password')
  if (await field.isVisible()) await field.fill(owner.password)
}

async function until<T>(read: () => Promise<T>, done: (value: T) => boolean): Promise<T> {
  let value = await read()
  await expect(async () => {
    value = await read()
    expect(done(value), JSON.stringify(value)).toBe(true)
  }).toPass({ timeout: 60_000 })
  return value
}

const paymentsOf = async (order: string) =>
  (await rest<{ items: Payment[] }>(`/orders/${order}/payments`, undefined, key)).items

/** Pays an order of live mode as a payer does: the details on the page of the bank, then back. */
async function payOnPage(page: Page, order: { id: string }, press = 'Pay'): Promise<void> {
  await page.goto(`/checkout/${order.id}`)
  await expect(page.getByText('You enter your details on the secure page of the bank next.')).toBeVisible()
  await expect(page.getByLabel('Card number')).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Email' }).fill('payer@example.com')
  await page.getByRole('textbox', { name: 'Phone' }).fill('+919876543210')
  await page.getByRole('button', { name: /^Pay ₹/ }).click()
  await page.waitForURL((url) => url.href.startsWith(bank.url))
  await page.getByRole('button', { name: press, exact: true }).click()
  await page.waitForURL((url) => url.pathname.startsWith('/checkout/'))
}

test('live mode says that it has no acquirer, and one is added, tested and used', async ({ page }) => {
  test.slow()
  await openLive(page, '/settings/acquirer')
  const band = page.getByRole('region', { name: 'Acquirer' })
  await expect(band).toContainText("Live mode has no acquirer, so payments, refunds and payouts don't work.")
  await expect(page.getByText('No acquirer is in use')).toBeVisible()
  await page.getByRole('link', { name: 'Add acquirer' }).click()
  await page.getByLabel('URL').fill(bank.url)
  await page.getByLabel('Secret', { exact: true }).fill('whsec_c29tZSBvdGhlciBzZWNyZXQgb2Ygc29tZW9uZSBlbHNl')
  await givePassword(page, page.locator('main form'))
  await page.getByRole('button', { name: 'Test and add' }).click()
  await expect(page.getByText('The acquirer does not accept this secret.').first()).toBeVisible()
  await page.getByLabel('Secret', { exact: true }).fill(bank.secret)
  await givePassword(page, page.locator('main form'))
  await page.getByRole('button', { name: 'Test and add' }).click()
  await page.waitForURL(/\/settings\/acquirer\/acq_/)
  await expect(page.getByText('This acquirer is a sandbox')).toBeVisible()
  await expect(page.getByText('Not in use')).toBeVisible()
  await expectUsable(page)
  await page.getByRole('button', { name: 'Use this acquirer' }).click()
  await expect(page.getByText('In use', { exact: true })).toBeVisible()
  await expect(band).toContainText('a sandbox: no real money moves.')
  await page.getByRole('button', { name: 'Test connection' }).click()
  await expect(page.getByText('Connection tested')).toBeVisible()
  await page.goto('/settings/acquirer')
  await expectUsable(page)

  const refused = await fetch(new URL('/v1/payments/create/json', demo().base_url), {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa(`${key.key_id}:${key.key_secret}`)}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      amount: 50_000,
      currency: 'INR',
      order_id: (await rest<Made>('/orders', { amount: 50_000, currency: 'INR' }, key)).id,
      email: 'payer@example.com',
      contact: '+919876543210',
      method: 'upi',
      vpa: 'success@upi',
    }),
  })
  expect((await refused.json()).error.reason).toBe('direct_collection_off')

  await test.step('a payment on the page of the bank, a capture and a partial refund', async () => {
    const order = await rest<Made>(
      '/orders',
      { amount: 50_000, currency: 'INR', payment_capture: false },
      key,
    )
    await payOnPage(page, order)
    await page.waitForURL(/\/receipt\//)
    await expectUsable(page)
    const [payment] = await paymentsOf(order.id)
    expect(payment?.status).toBe('authorized')
    const id = payment?.id ?? ''
    await rest(`/payments/${id}/capture`, { amount: 50_000, currency: 'INR' }, key)
    await rest(`/payments/${id}/refund`, { amount: 12_500 }, key)
    await until(
      () => rest<{ items: Made[] }>(`/payments/${id}/refunds`, undefined, key),
      ({ items }) => items[0]?.status === 'processed',
    )
    await openLive(page, `/payments/${id}`)
    await expect(page.getByText('₹125.00').first()).toBeVisible()
    await expect(page.getByText('Card ending 1007').first()).toBeVisible()
  })

  await test.step('a payout', async () => {
    const customer = await rest<Made>(
      '/customers',
      { name: 'Asha Rao', email: 'a@example.com', contact: '+919876543211' },
      key,
    )
    await rest('/transfers', { customer_id: customer.id, amount: 20_000, currency: 'INR' }, key)
    const account = await rest<Made>(
      '/fund_accounts',
      {
        customer_id: customer.id,
        account_type: 'bank_account',
        bank_account: { name: 'Asha Rao', account_number: '11214311215411', ifsc: 'HDFC0000053' },
      },
      key,
    )
    const payout = await rest<Made>(
      `/customers/${customer.id}/payouts`,
      { fund_account_id: account.id, amount: 10_000, currency: 'INR', purpose: 'refund' },
      key,
    )
    await until(
      () => rest<{ items: Made[] }>(`/customers/${customer.id}/payouts`, undefined, key),
      ({ items }) => items[0]?.status === 'processed',
    )
    await openLive(page, `/payouts/${payout.id}`)
    await expect(page.getByText('Processed').first()).toBeVisible()
  })
})

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled })
    test('a payer cancels on the page of the bank, and pays the same order after', async ({ page }) => {
      test.slow()
      const order = await rest<Made>(
        '/orders',
        { amount: 30_000, currency: 'INR', payment_capture: true },
        key,
      )
      await payOnPage(page, order, 'Cancel')
      await expect(page.getByText('You were not charged').first()).toBeVisible()
      await payOnPage(page, order)
      await page.waitForURL(/\/receipt\//)
      const payments = await paymentsOf(order.id)
      expect(payments.map(({ status }) => status).sort()).toEqual(['captured', 'failed'])
    })
  })

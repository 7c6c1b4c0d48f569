import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, type Page } from '@playwright/test'
import { createMerchant } from '#e2e/another-merchant.ts'
import { complaintsOf, expectUsable, fillSignIn } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { expectReceipt, payByCard } from '#e2e/ui/checkout/payer.ts'
import { openReceiver, soon } from '#e2e/ui/webhooks/receiver.ts'

/** A new merchant without records, as on an empty instance, and the overview of its owner. */
async function openEmpty(page: Page): Promise<void> {
  const { owner } = createMerchant('First payment')
  await page.context().clearCookies()
  await page.goto('/login')
  await fillSignIn(page, owner)
  await page.waitForURL((url) => url.pathname !== '/login')
  await expect(page.getByRole('heading', { name: 'Your first payment' })).toBeVisible()
}

const isDone = (page: Page, title: string) =>
  soon(page.getByRole('heading', { name: new RegExp(`^${title} ?, done$`) })).toBeVisible()

/** Its event would otherwise be the first delivery of a webhook, and end the steps, where the machine is slow. */
async function untilRefunded(page: Page): Promise<void> {
  const beside = await page.context().newPage()
  await soon(async () => {
    await beside.goto('/refunds')
    await expect(beside.locator('#rows').getByText('Processed').first()).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await beside.close()
}

test('from an empty account to a webhook by buttons alone, within five minutes', async ({
  page,
  context,
}) => {
  test.slow()
  const complaints = complaintsOf(page)
  const receiver = await openReceiver()
  await openEmpty(page)
  // There is no wallet product, so nothing in the menu leads to it.
  const menu = page.getByRole('navigation', { name: 'Main' }).first()
  await expect(menu.getByRole('link', { name: 'Payments' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Payouts' })).toHaveCount(0)
  await expectUsable(page)
  await page.getByRole('button', { name: 'Create test key' }).click()
  await isDone(page, 'Create a test key')
  const secret = await page.getByRole('button', { name: 'Copy secret' }).getAttribute('data-copy')
  expect(secret).toMatch(/^\w{20,}$/)
  await page.getByRole('button', { name: 'Create test order' }).click()
  await isDone(page, 'Create a test order')
  await expectUsable(page)

  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Open checkout page' }).click()
  const checkout = await opened
  await payByCard(checkout)
  await expectReceipt(checkout)
  await checkout.close()
  // The page goes on by itself, and still has the secret.
  await isDone(page, 'Pay it on the checkout page')
  await expect(page.getByRole('button', { name: 'Copy curl: refund' })).toHaveAttribute(
    'data-copy',
    new RegExp(`:${secret}'`),
  )
  await page.getByRole('button', { name: 'Refund ₹100.00' }).click()
  await isDone(page, 'Refund part of the payment')
  await untilRefunded(page)

  await page.getByRole('link', { name: 'Create webhook' }).click()
  await page.getByLabel(/URL/).first().fill(receiver.url)
  await page.getByRole('button', { name: 'Create webhook' }).click()
  await page.getByRole('heading', { name: 'Store the secret now' }).waitFor()
  await page.goto('/')
  // This tab still has the secret, until it is stored.
  await expect(page.getByRole('button', { name: 'Copy secret' })).toHaveAttribute('data-copy', secret ?? '')
  await expectUsable(page)
  await page.getByRole('button', { name: 'I stored the secret' }).click()
  await expect(page.getByText('Its secret was shown once')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Its secret was shown once')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Rotate the key' })).toBeVisible()
  await page.getByRole('link', { name: 'Send event' }).click()
  await page.waitForURL(/\/send/)
  await page.getByLabel('Event', { exact: true }).selectOption('refund.created')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('button', { name: 'Send refund.created' }).click()
  await soon.poll(() => receiver.received.length).toBeGreaterThan(0)
  await soon(async () => {
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Your first payment' })).toHaveCount(0, { timeout: 1_000 })
  }).toPass()
  expect(complaints).toEqual([])
  await receiver.close()
})

test('the same by the commands as they are copied', async ({ page }) => {
  test.slow()
  const receiver = await openReceiver()
  await openEmpty(page)
  await page.getByRole('button', { name: 'Create test key' }).click()
  const run = async (label: string, change = (command: string) => command) => {
    const button = page.getByRole('button', { name: `Copy curl: ${label}`, exact: true })
    await soon(button).toHaveAttribute('data-copy', /^(?!.*(?:ORDER_ID|PAYMENT_ID))/s)
    const command = (await button.getAttribute('data-copy')) ?? ''
    const { stdout } = await promisify(execFile)('sh', ['-c', `${change(command)} -s`])
    return JSON.parse(stdout) as { entity: string; error?: unknown }
  }
  expect(await run('list orders')).toMatchObject({ entity: 'collection' })
  expect(await run('create an order')).toMatchObject({ entity: 'order' })
  await isDone(page, 'Create a test order')
  expect(await run('pay the order')).not.toHaveProperty('error')
  await isDone(page, 'Pay it on the checkout page')
  expect(await run('refund')).toMatchObject({ entity: 'refund' })
  await isDone(page, 'Refund part of the payment')
  await untilRefunded(page)
  const url = (command: string) => command.replace('http://localhost:8000/webhooks', receiver.url)
  expect(await run('create a webhook', url)).not.toHaveProperty('error')
  expect(await run('cause an event')).toMatchObject({ entity: 'refund' })
  await soon.poll(() => receiver.received.length).toBeGreaterThan(0)
  await soon(page.getByRole('heading', { name: 'Your first payment' })).toHaveCount(0)
  await receiver.close()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the key is created and shown once, and a reload goes on', async ({ page }) => {
    await openEmpty(page)
    await page.getByRole('button', { name: 'Create test key' }).click()
    await expect(page.getByText('Store the secret now')).toBeVisible()
    await isDone(page, 'Create a test key')
    await page.getByRole('button', { name: 'Create test order' }).click()
    await isDone(page, 'Create a test order')
    await expect(page.getByRole('link', { name: 'Open checkout page' })).toBeVisible()
  })
})

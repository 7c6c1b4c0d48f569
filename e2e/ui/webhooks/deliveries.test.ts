import { createHmac } from 'node:crypto'
import { expect } from '@playwright/test'
import { complaintsOf, DESKTOP, demo, expectNoSidewaysScroll, NARROW } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { openAs } from '#e2e/ui/as-staff.ts'
import { expectReceipt, newOrder, openOrder, payByCard } from '#e2e/ui/checkout/payer.ts'
import { makeCustomer, makeWebhook, openReceiver, type Receiver, soon } from './receiver.ts'

let receiver: Receiver
test.beforeEach(async () => {
  // The dispatcher takes its time, and so does a busy machine.
  test.slow()
  receiver = await openReceiver()
})
test.afterEach(() => receiver.close())

const hex = (secret: string, body: string) => createHmac('sha256', secret).update(body).digest('hex')

test('an endpoint is made, an order is paid, and its events arrive, signed', async ({ page, context }) => {
  const complaints = complaintsOf(page)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openAs(page, 'developer', '/webhooks')
  await page.getByRole('link', { name: 'Create webhook' }).first().click()
  await page.getByLabel('URL').fill(receiver.url)
  await page.getByLabel('Description').fill('Shop of the test')
  await page.getByLabel('Selected events').check()
  await page.getByLabel('order.paid').check()
  await page.getByLabel('payment.captured').check()
  await page.getByRole('button', { name: 'Create webhook' }).click()
  await soon(page.getByText('The secret is shown only once.')).toBeVisible()
  // Copied without being shown.
  await soon(page.locator('code', { hasText: 'whsec_' })).toBeHidden()
  await page.getByRole('button', { name: 'Copy secret' }).click()
  await soon.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^whsec_/)
  const secret = await page.evaluate(() => navigator.clipboard.readText())
  await page.getByLabel('I stored the secret').check()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.waitForURL(/\/webhooks\/whk_\w{14}\??$/)
  const address = page.url().replace('?', '')
  await soon(page.getByRole('heading', { level: 1 })).toHaveText(receiver.url)
  await soon(page.getByText('Shop of the test')).toBeVisible()

  const order = await newOrder()
  await openOrder(page, order.id)
  await payByCard(page)
  await page.waitForURL(/\/receipt\//, { timeout: 120_000 })
  await expectReceipt(page)
  await soon
    .poll(() => receiver.received.map(({ event }) => event).sort(), { timeout: 120_000 })
    .toEqual(expect.arrayContaining(['order.paid', 'payment.captured']))
  const paid = receiver.received.find(({ body }) => body.includes(order.id))
  expect(paid?.headers['x-signature']).toBe(hex(secret, paid?.body ?? ''))

  await page.goto(`${address}?event=order.paid`)
  const row = page.getByRole('row', { name: /order\.paid/ }).first()
  await soon(row).toContainText('Delivered')
  await row.getByRole('link').first().click()
  await page.waitForURL(/\/deliveries\/evt_/)
  await soon(page.getByText('Returned 200')).toBeVisible()
  await soon(page.getByText('"taken": true')).toBeVisible()
  await page.getByRole('link', { name: /^evt_/ }).click()
  await soon(page.getByRole('heading', { name: 'Deliveries' })).toBeVisible()
  await soon(page.getByRole('link', { name: receiver.url })).toBeVisible()
  expect(complaints).toEqual([])
})

test('a broken receiver is tried again, shown as failing, and sent what it missed', async ({ page }) => {
  const webhook = await makeWebhook(receiver.url)
  receiver.break(true)
  const customer = await makeCustomer()
  await openAs(page, 'developer', `/webhooks/${webhook.id}?object=${customer.id}`)
  await soon(async () => {
    await page.reload()
    await soon(page.getByText('Recent deliveries failed')).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 120_000 })
  await page
    .getByRole('row', { name: /customer\.created/ })
    .getByRole('link')
    .first()
    .click()
  await soon(page.getByText('Returned 500').first()).toBeVisible()
  await soon(page.getByText('out of order').first()).toBeVisible()
  await soon(page.getByText(/The next attempt (is in|is due)/)).toBeVisible()
  receiver.break(false)
  await page.getByRole('button', { name: 'Resend' }).click()
  await soon(page.getByText('Resend queued')).toBeVisible()
  await soon(page.getByText('Returned 200')).toBeVisible({ timeout: 120_000 })
  await soon(page.getByText('Resent manually').first()).toBeVisible()

  // Paused: nothing arrives, and what happened meanwhile comes afterwards.
  await page.goto(`/webhooks/${webhook.id}`)
  await page.getByRole('button', { name: 'Pause' }).click()
  await soon(page.getByText('Paused: no deliveries')).toBeVisible()
  // The button of the notice is wider than the narrowest page.
  const size = page.viewportSize() ?? DESKTOP
  await page.setViewportSize(NARROW)
  await expectNoSidewaysScroll(page)
  await page.setViewportSize(size)
  const missed = await makeCustomer()
  await page.getByRole('button', { name: 'Resume and replay missed events' }).click()
  await soon
    .poll(() => receiver.received.some(({ body }) => body.includes(missed.id)), { timeout: 120_000 })
    .toBe(true)
  await page.goto(`/webhooks/${webhook.id}/replay`)
  await page.getByRole('button', { name: 'Replay deliveries' }).click()
  await soon(page.getByText('No deliveries to resend.')).toBeVisible()
  await page.goto(`/webhooks/${webhook.id}?tab=history`)
  await soon(page.getByText('Resumed')).toBeVisible()
})

test('the secret is rolled, both sign, and a test event is sent', async ({ page }) => {
  const webhook = await makeWebhook(receiver.url, ['order.paid'])
  await openAs(page, 'developer', `/webhooks/${webhook.id}/secret`)
  await page.getByRole('button', { name: 'Rotate secret' }).click()
  await page.getByText('Show the secret').click()
  const fresh = (await page.locator('code', { hasText: 'whsec_' }).textContent())?.trim() ?? ''
  const customer = await makeCustomer()
  await page.goto(`/webhooks/${webhook.id}/send?event=customer.created&object=${customer.id}`)
  await soon(page.getByText('Old secret expires')).toHaveCount(0)
  await soon(page.getByText(customer.id).first()).toBeVisible()
  await page.getByRole('button', { name: 'Send customer.created' }).click()
  await page.waitForURL(/\/deliveries\/evt_/)
  await soon(page.getByText('Returned 200')).toBeVisible({ timeout: 120_000 })
  const [got] = receiver.received
  expect(got?.headers['webhook-signature']?.split(' ')).toHaveLength(2)
  expect(got?.headers['x-signature']).toBe(hex(fresh, got?.body ?? ''))
  await page.goto(`/webhooks/${webhook.id}`)
  await soon(page.getByText('Old secret expires')).toBeVisible()
})

test('chaos drops on purpose and says so, and the end of an endpoint is typed', async ({ page }) => {
  const webhook = await makeWebhook(receiver.url)
  await openAs(page, 'developer', `/webhooks/${webhook.id}?tab=chaos`)
  await page.getByLabel('Drop').fill('200')
  await page.getByRole('button', { name: 'Save fault injection' }).click()
  await soon(page.getByText('The percentage must be 0 to 100.')).toBeVisible()
  await page.getByLabel('Drop').fill('100')
  await page.getByRole('button', { name: 'Save fault injection' }).click()
  await soon(page.getByText('Fault injection is on')).toBeVisible()
  const customer = await makeCustomer()
  await soon(async () => {
    await page.goto(`/webhooks/${webhook.id}?object=${customer.id}&state=dropped`)
    await soon(page.getByRole('row', { name: /customer\.created/ })).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 120_000 })
  expect(receiver.received.filter(({ body }) => body.includes(customer.id))).toEqual([])
  await page.goto(`/webhooks/${webhook.id}?tab=chaos`)
  await page.getByRole('button', { name: 'Stop fault injection' }).click()
  await soon(page.getByText('Fault injection is on')).toBeHidden()
  await page.goto(`/webhooks/${webhook.id}/delete`)
  await page.getByRole('button', { name: 'Delete webhook' }).click()
  await soon(page.getByText(/to delete this webhook/)).toBeVisible()
  await page.getByLabel(/^Type/).fill(new URL(receiver.url).host)
  await page.getByRole('button', { name: 'Delete webhook' }).click()
  await page.waitForURL(/\/webhooks$/)
  await page.goto(`/webhooks/${webhook.id}`)
  await soon(page.getByText(/not found/i).first()).toBeVisible()
})

test('a role without the permission is told so', async ({ page }) => {
  await openAs(page, 'viewer', '/webhooks/new')
  await soon(page.getByRole('heading', { name: "You don't have permission to see this page" })).toBeVisible()
  await page.goto('/webhooks')
  await soon(page.getByRole('heading', { name: "You don't have permission to see this page" })).toBeVisible()
  expect(demo().email).toContain('@')
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('an endpoint is made with one’s own secret, changed, and its sending set', async ({ page }) => {
    await openAs(page, 'developer', '/webhooks/new')
    await page.getByLabel('URL').fill('ftp://example.com')
    await page.getByLabel('Custom secret').check()
    await page.getByLabel('Your secret').fill('a-secret-of-my-own')
    await page.getByRole('button', { name: 'Create webhook' }).click()
    await soon(page.getByText('The URL must start with http:// or https://.')).toBeVisible()
    await page.getByLabel('URL').fill(receiver.url)
    await page.getByLabel('Your secret').fill('a-secret-of-my-own')
    await page.getByRole('button', { name: 'Create webhook' }).click()
    await page.waitForURL(/\/webhooks\/whk_\w{14}$/)
    const id = /whk_\w{14}/.exec(page.url())?.[0] ?? ''
    await page.goto(`/webhooks/${id}?tab=sending`)
    await page.getByLabel('Timeout').fill('2.5')
    await page.getByLabel('Headers').fill('X-Gateway: abc')
    await page.getByRole('button', { name: 'Save' }).click()
    await soon(page.getByText('Times out after 2.5 s')).toBeVisible()
    await soon(page.getByText('X-Gateway', { exact: true })).toBeVisible()
    await page.goto(`/webhooks/${id}/edit`)
    await page.getByLabel('Description').fill('Changed without script')
    await page.getByRole('button', { name: 'Save' }).click()
    await soon(page.getByText('Changed without script')).toBeVisible()
  })
})

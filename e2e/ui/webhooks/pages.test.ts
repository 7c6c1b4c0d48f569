import { expect, type Locator } from '@playwright/test'
import { demo, expectUsable } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { openAs } from '#e2e/ui/as-staff.ts'
import { rest } from '#e2e/ui/checkout/payer.ts'
import { makeCustomer, makeWebhook, openReceiver, type Receiver } from './receiver.ts'

let receiver: Receiver
let webhook: Awaited<ReturnType<typeof makeWebhook>>
let event: string
test.beforeAll(async () => {
  receiver = await openReceiver()
  webhook = await makeWebhook(receiver.url)
  const customer = await makeCustomer()
  await expect
    .poll(() => receiver.received.find(({ body }) => body.includes(customer.id))?.headers['webhook-id'], {
      timeout: 120_000,
    })
    .toBeDefined()
  event = receiver.received.find(({ body }) => body.includes(customer.id))?.headers['webhook-id'] ?? ''
})
test.afterAll(async () => {
  await receiver.close()
})

const pages = (): string[] => [
  '/webhooks',
  '/webhooks/new',
  '/webhooks/debug',
  '/webhooks/debug?kind=payment',
  '/webhooks/catalogue',
  `/webhooks/${webhook.id}`,
  `/webhooks/${webhook.id}?tab=sending`,
  `/webhooks/${webhook.id}?tab=debug&event=${event}`,
  `/webhooks/${webhook.id}?tab=chaos`,
  `/webhooks/${webhook.id}?tab=history`,
  `/webhooks/${webhook.id}?tab=json`,
  `/webhooks/${webhook.id}/deliveries/${event}`,
  `/webhooks/${webhook.id}/edit`,
  `/webhooks/${webhook.id}/secret`,
  `/webhooks/${webhook.id}/replay`,
  `/webhooks/${webhook.id}/send?event=customer.created`,
  `/webhooks/${webhook.id}/delete`,
  '/events',
  `/events/${event}`,
]

for (let at = 0; at < 19; at += 1) {
  test(`page ${at + 1} of webhooks and events has no accessibility finding, on a phone neither`, async ({
    page,
  }) => {
    const path = pages()[at] ?? ''
    await openAs(page, 'developer', path)
    await expect(page.locator('h1').first()).toBeVisible()
    await expectUsable(page)
  })
}

test('events that are never sent here are marked, and stay subscribed after an edit', async ({ page }) => {
  const never = ['payment.dispute.created', 'subscription.charged']
  const made = await makeWebhook(receiver.url, ['order.paid', ...never])
  await openAs(page, 'developer', `/webhooks/${made.id}`)
  const stub = page.getByRole('complementary', { name: 'Details' })
  await expect(stub).toContainText(/Not supported\s*payment\.dispute\.created, subscription\.charged/)
  await expectUsable(page)
  await page.goto(`/webhooks/${made.id}/edit`)
  const group = page.getByRole('group', { name: 'Not supported' })
  for (const name of never) await expect(group.getByRole('checkbox', { name })).toBeChecked()
  await expectUsable(page)
  await group.getByRole('checkbox', { name: 'subscription.charged' }).uncheck()
  await page.getByRole('button', { name: /^Save/ }).click()
  await page.waitForURL(`**/webhooks/${made.id}`)
  expect(await rest(`/webhooks/${made.id}`)).toMatchObject({
    events: expect.arrayContaining(['order.paid', 'payment.dispute.created']),
    unavailable_events: ['payment.dispute.created'],
  })
})

test('the page of a webhook begins with its health', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await openAs(page, 'developer', `/webhooks/${webhook.id}`)
  const health = page.getByLabel('Health, last 24 hours')
  await expect(health).toContainText(/Success, 24 h\d+(\.\d)?%/)
  await expect(health).toContainText(/Latency, p95\d/)
  await expect(health).toContainText('Last failure')
  await expect(page.getByRole('figure', { name: 'Latency, p95' })).toBeInViewport()
  const top = async (locator: Locator) => (await locator.boundingBox())?.y ?? 0
  expect(await top(health)).toBeLessThan(
    await top(page.getByRole('navigation', { name: 'Views of this webhook' })),
  )
  await expect(page.getByRole('complementary', { name: 'Details' })).not.toContainText('p95')
})

test('the account of a webhook is the one of its URL under /v2', async ({ page }) => {
  await openAs(page, 'developer', `/webhooks/${webhook.id}`)
  const { owner_id } = await rest<{ owner_id: string }>(`/webhooks/${webhook.id}`)
  await expect(page.getByRole('complementary', { name: 'Details' })).toContainText(owner_id)
  const { key_id, key_secret } = demo().test
  const response = await fetch(`${process.env.BASE_URL}/v2/accounts/${owner_id}/webhooks/${webhook.id}`, {
    headers: { authorization: `Basic ${Buffer.from(`${key_id}:${key_secret}`).toString('base64')}` },
  })
  expect([response.status, await response.json()]).toMatchObject([200, { id: webhook.id }])
})

test('the lists are filtered by their address, and say what they cannot read', async ({ page }) => {
  await openAs(page, 'developer', `/webhooks/${webhook.id}?answer=2xx&event=customer.created`)
  await expect(page.getByRole('row', { name: /customer\.created/ }).first()).toBeVisible()
  await page.goto(`/webhooks/${webhook.id}?answer=5xx`)
  await expect(page.getByText('No deliveries match these filters')).toBeVisible()
  await page.goto(`/webhooks/${webhook.id}?state=lost`)
  await expect(page.getByText(/Unknown state "lost"/)).toBeVisible()
  await page.goto('/events?event=customer.created')
  await expect(page.getByRole('row', { name: /customer\.created/ }).first()).toBeVisible()
  await page.goto(`/${event}`)
  await page.waitForURL(`**/events/${event}`)
})

test('the catalogue has a schema and a type for each event', async ({ page }) => {
  await openAs(page, 'developer', '/webhooks/catalogue#customer.created')
  const entry = page.locator('[id="customer.created"]')
  await entry.getByText('TypeScript type').click()
  await expect(entry.getByText('type CustomerCreated = {')).toBeVisible()
  await expect(entry.getByText('Payload: customer')).toBeVisible()
  await entry.getByText('Your latest').click()
  await expect(entry.getByRole('link', { name: /^evt_/ })).toBeVisible()
  const schema = await page.request.get('/webhooks/catalogue/customer.created')
  expect((await schema.json()).properties.event.const).toBe('customer.created')
})

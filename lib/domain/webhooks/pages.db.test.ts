import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCustomer } from '#lib/domain/customers/create.ts'
import { fetchEventExamples } from '#lib/domain/events/fetch.ts'
import { fetchAttention } from '#lib/domain/overview/attention.ts'
import { createWebhook } from '#lib/domain/webhooks/create.ts'
import { debugPaymentSignature, debugWebhookSignature } from '#lib/domain/webhooks/debug-signature.ts'
import { getDeliveryDetails } from '#lib/domain/webhooks/deliveries.ts'
import { fetchWebhookStats, fetchWebhookTimeline } from '#lib/domain/webhooks/fetch.ts'
import { listDeliveriesForDashboard, listWebhooksForDashboard } from '#lib/domain/webhooks/list.ts'
import { previewEvent } from '#lib/domain/webhooks/send-event.ts'
import { rotateWebhookSecret } from '#lib/domain/webhooks/update.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { hmacHex, paymentSignature } from '#lib/values/signature.ts'
import { signatureHeaders } from '#lib/values/webhook-signature.js'

let instance: Instance
beforeAll(async () => {
  instance = await openInstance()
})
afterAll(() => instance.close())

const textOf = (headers: Record<string, string>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')

/** An endpoint, an event, and the body that is sent for it. */
async function delivery() {
  const webhook = await instance.run(createWebhook, {
    url: 'http://localhost:9/hooks',
    events: ['customer.created'],
  })
  const email = `hook-${webhook.id.slice(4).toLowerCase()}@example.com`
  const customer = await instance.run(createCustomer, { name: 'Asha Rao', email, notes: { b: '1', a: '₹' } })
  const { items } = await instance.run(listDeliveriesForDashboard, { id: webhook.id })
  const event_id = items[0]?.event_id ?? ''
  const { body } = await instance.run(getDeliveryDetails, { id: webhook.id, event_id })
  const secret = webhook.secret ?? ''
  const headers = textOf(signatureHeaders({ id: event_id, at: instance.now(), body, secrets: [secret] }))
  return { webhook, customer, event_id, body, secret, headers }
}

describe('the debugger of signatures', () => {
  it('takes the secret of the endpoint, and the body that was sent of the event', async () => {
    const { webhook, body, headers, event_id } = await delivery()
    const debug = (change: object) =>
      instance.run(debugWebhookSignature, { id: webhook.id, body, headers, ...change })
    expect(await debug({})).toMatchObject({ result: 'verified' })
    const { event, ...rest } = JSON.parse(body)
    expect(await debug({ body: JSON.stringify({ ...rest, event }) })).toMatchObject({
      mistakes: [{ name: 'body_written_again', changed: ['key_order'] }],
    })
    expect(await debug({ body: body.replace('Asha', 'Usha') })).toMatchObject({
      mistakes: [{ name: 'body_changed', member: 'payload.customer.entity.name' }],
    })
    expect(event_id).toMatch(/^evt_/)
  })

  it('knows the secrets of endpoints, before and after a roll, and of keys', async () => {
    const { webhook, body, headers, secret } = await delivery()
    const other = await delivery()
    const names = async (change: object) =>
      (await instance.run(debugWebhookSignature, { id: webhook.id, body, headers, ...change })).mistakes.map(
        ({ name }) => name,
      )
    expect(await names({ secret: other.secret })).toEqual(['secret_of_other_endpoint'])
    expect(await names({ secret: instance.key.secret })).toEqual(['secret_of_api_key'])
    expect(await names({ secret: 'nobody knows' })).toEqual(['wrong_secret'])
    const rolled = await instance.run(rotateWebhookSecret, { id: webhook.id })
    expect(await names({ secret: rolled.secret })).toEqual(['rolled_secret'])
    expect(await names({ secret })).toEqual(['rolled_secret'])
  })

  it('writes nothing down', async () => {
    const { webhook, body, headers } = await delivery()
    const count = async () =>
      (
        await instance.runtime.query(
          'SELECT (SELECT count(*) FROM audit_lines) + (SELECT count(*) FROM request_logs) AS n',
          [],
        )
      ).rows
    const before = await count()
    await instance.run(debugWebhookSignature, { id: webhook.id, body, headers, secret: 'pasted-secret' })
    await instance.run(debugPaymentSignature, {
      order_id: 'o',
      payment_id: 'p',
      signature: hmacHex('s', 'p|o'),
      secret: 's',
    })
    expect(await count()).toEqual(before)
  })

  it('checks payments with the keys of the account', async () => {
    const ids = { order_id: 'order_NfLw3gQ81xRt0a', payment_id: 'pay_NfLw3gQ81xRt0b' }
    const signature = paymentSignature(ids.order_id, ids.payment_id, instance.key.secret)
    const debug = (change: object) =>
      instance.run(debugPaymentSignature, { ...ids, signature, secret: instance.key.secret, ...change })
    expect(await debug({})).toMatchObject({ result: 'verified' })
    const { secret } = await delivery()
    expect(await debug({ secret })).toMatchObject({ mistakes: [{ name: 'secret_of_webhook' }] })
  })
})

describe('what the pages read', () => {
  it('counts attempts by the hour, with the slowest of ninety-five in a hundred', async () => {
    const { webhook, event_id } = await delivery()
    const at = (ago: number) => instance.now() - ago
    for (const [number, ago, kind, took] of [
      [1, 3600 * 5, 'status', 90],
      [2, 3600 * 2, null, 20],
      [3, 10, null, 30],
      [4, 10, 'dropped', 0],
      [5, 3600 * 30, 'status', 900],
    ] as const)
      await instance.runtime.query(
        `INSERT INTO webhook_attempts (account_id, id, endpoint_id, event_id, number, cause, duration_ms, error_kind, request_headers, created_at)
         VALUES ($1, $2, $3, $4, $5, 'schedule', $6, $7, '{}', $8)`,
        [
          instance.merchant.accounts.test,
          `att_${webhook.id.slice(4)}${number}`,
          webhook.id,
          event_id,
          number,
          took,
          kind,
          at(ago),
        ],
      )
    const { items } = await instance.run(fetchWebhookStats, { ids: [webhook.id] })
    expect(items[0]).toMatchObject({ attempts: 3, accepted: 2, p95_ms: 90, last_failed_at: at(3600 * 5) })
    expect(items[0]?.hours.map(({ attempts }) => attempts).join('')).toBe('000000000000000000010011')
  })

  it('previews an event without making one', async () => {
    const { webhook, customer } = await delivery()
    const before = await instance.run(listDeliveriesForDashboard, { id: webhook.id })
    const { body } = await instance.run(previewEvent, {
      id: webhook.id,
      event: 'customer.created',
      object_id: customer.id,
    })
    expect(JSON.parse(body)).toMatchObject({
      event: 'customer.created',
      payload: { customer: { entity: { id: customer.id } } },
    })
    expect((await instance.run(listDeliveriesForDashboard, { id: webhook.id })).total).toBe(before.total)
    await expect(
      instance.run(previewEvent, { id: webhook.id, event: 'payment.captured', object_id: customer.id }),
    ).rejects.toMatchObject({ field: 'object_id' })
  })

  it('has the newest event of each name, and what was changed in an endpoint', async () => {
    const { webhook, event_id } = await delivery()
    const { items } = await instance.run(fetchEventExamples, {})
    expect(items.map(({ event, id }) => [event, id])).toEqual([['customer.created', event_id]])
    await instance.run(rotateWebhookSecret, { id: webhook.id })
    const changes = async () => {
      const { items } = await instance.run(fetchWebhookTimeline, { id: webhook.id })
      return items.map(({ what }) => what)
    }
    expect(await changes()).toEqual(['rotate_webhook_secret', 'create_webhook'])
  })

  it('says what needs attention', async () => {
    const { webhook } = await delivery()
    const before = await instance.run(fetchAttention, {})
    await instance.runtime.query('UPDATE webhook_endpoints SET failing_since = 1 WHERE id = $1', [webhook.id])
    expect((await instance.run(fetchAttention, {})).failing_webhooks).toBe(before.failing_webhooks + 1)
    await instance.runtime.query('UPDATE webhook_endpoints SET disabled_at = 2 WHERE id = $1', [webhook.id])
    expect(await instance.run(fetchAttention, {})).toMatchObject({
      disabled_webhooks: before.disabled_webhooks + 1,
      failing_webhooks: before.failing_webhooks,
    })
    // The number leads to exactly these endpoints.
    const failing = await instance.run(listWebhooksForDashboard, { failing: true })
    expect(failing.items.map(({ id }) => id)).toContain(webhook.id)
    expect(failing.total).toBe(before.disabled_webhooks + 1 + before.failing_webhooks)
    expect(failing.tabs).toMatchObject({ failing: failing.total })
  })

  it('lists endpoints with how they do, and the deliveries of one of them by their status', async () => {
    const { webhook, event_id } = await delivery()
    const { items, total } = await instance.run(listWebhooksForDashboard, {})
    expect(total).toBe(items.length)
    expect(items[0]).toMatchObject({ id: webhook.id, state: 'active', pending: 1, stats: { attempts: 0 } })
    const waiting = await instance.run(listDeliveriesForDashboard, { id: webhook.id, state: ['failed'] })
    expect(waiting).toMatchObject({ items: [], total: 0, tabs: { all: 1, pending: 1, failed: 0 } })
    expect(waiting.empty).toBe(false)
    await instance.runtime.query('DELETE FROM webhook_deliveries WHERE event_id = $1', [event_id])
    expect((await instance.run(listDeliveriesForDashboard, { id: webhook.id })).empty).toBe(true)
    await expect(
      instance.run(listDeliveriesForDashboard, { id: 'whk_NfLw3gQ81xRt0a' }),
    ).rejects.toMatchObject({
      reason: 'record_not_found',
    })
  })

  it('filters deliveries by the last response and the attempts', async () => {
    const { webhook, event_id } = await delivery()
    await instance.runtime.query(
      'UPDATE webhook_deliveries SET last_status = 503, attempts = 4, last_attempt_at = 1 WHERE event_id = $1',
      [event_id],
    )
    const found = async (filter: object) =>
      (await instance.run(listDeliveriesForDashboard, { id: webhook.id, ...filter })).total
    expect(await found({ answer: '5xx' })).toBe(1)
    expect(await found({ answer: '2xx' })).toBe(0)
    expect(await found({ answer: 'none' })).toBe(0)
    expect([await found({ attempts: 4 }), await found({ attempts: 5 })]).toEqual([1, 0])
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EVENT_NAMES, OTHER_SPELLINGS, UNAVAILABLE_EVENTS } from '#lib/domain/events/schema.ts'
import { serveInstance } from '#lib/testing/files.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'

let instance: Instance
let server: Awaited<ReturnType<typeof serveInstance>>
let own: string
beforeAll(async () => {
  instance = await openInstance()
  server = await serveInstance(instance)
  own = `/v2/accounts/${instance.merchant.id}/webhooks`
})
afterAll(async () => {
  await server.close()
  await instance.close()
})

async function call(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: { authorization: server.authorization, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  expect(response.headers.get('content-type'), path).toMatch(/^application\/json/)
  return { status: response.status, body: await response.json() }
}

const HOOK = { url: 'http://localhost:9/hook', events: ['payment.captured'] }

describe('webhooks of an account under /v2', () => {
  it('are created, listed, fetched, edited and deleted as under /v1', async () => {
    for (const account of [instance.merchant.id, instance.actor.account.id]) {
      const path = `/v2/accounts/${account}/webhooks`
      const made = await call('POST', `${path}/`, HOOK)
      expect([made.status, made.body]).toMatchObject([201, { owner_id: instance.actor.account.id }])
      const one = `${path}/${made.body.id}`
      const list = await call('GET', `${path}?count=1`)
      expect(list.body.items).toMatchObject([{ id: made.body.id }])
      expect((await call('GET', one)).body).toMatchObject(HOOK)
      expect((await call('PUT', one, { events: ['refund.created'] })).body.events).toEqual(['refund.created'])
      expect((await call('PATCH', one, { active: false })).body).toMatchObject({
        id: made.body.id,
        active: false,
      })
      expect((await call('DELETE', one)).status).toBe(200)
      expect((await call('GET', one)).status).toBe(404)
    }
  })

  it('are reached through the account, which is the caller’s own', async () => {
    const { id } = instance.actor.account
    for (const account of [id, instance.merchant.id]) {
      const { status, body } = await call('GET', `/v2/accounts/${account}`)
      expect([status, body]).toEqual([
        200,
        {
          id,
          entity: 'account',
          type: 'standard',
          legal_business_name: instance.actor.account.merchant_name,
        },
      ])
    }
    const other = await call('GET', '/v2/accounts/acc_NfLw3gQ81xRt0a')
    expect([other.status, other.body.error.reason]).toEqual([400, 'account_mismatch'])
    expect((await call('POST', `/v2/accounts/${id}`, {})).status).toBe(405)
  })

  it.each(['acc_NfLw3gQ81xRt0a', 'x'])('of the account %s are not found in the own one', async (account) => {
    const { status, body } = await call('POST', `/v2/accounts/${account}/webhooks`, HOOK)
    expect([status, body.error.reason]).toEqual([400, 'account_mismatch'])
  })

  it('are rejected where the header names another account than the address', async () => {
    const header = { 'x-razorpay-account': 'acc_NfLw3gQ81xRt0a' }
    expect((await call('GET', own, undefined, header)).status).toBe(400)
    expect((await call('GET', own, undefined, { 'x-razorpay-account': instance.merchant.id })).status).toBe(
      200,
    )
  })

  it('are JSON at every address', async () => {
    for (const [path, reason] of [
      ['/v2', 'route_not_found'],
      [`${own}/x/y`, 'route_not_found'],
      ['/v2/accounts', 'feature_not_supported'],
      ['/v2/products', 'feature_not_supported'],
      [`/v2/accounts/${instance.merchant.id}/products`, 'feature_not_supported'],
    ] as const) {
      const { status, body } = await call('GET', path)
      expect([status, body.error.reason], path).toEqual([404, reason])
    }
    expect((await call('PATCH', own, {})).status).toBe(405)
  })
})

describe('subscriptions', () => {
  it('to events that never happen here are accepted and marked', async () => {
    const events = ['payment.captured', 'subscription.charged', 'payment.dispute.created']
    const { status, body } = await call('POST', '/v1/webhooks', { ...HOOK, events })
    expect([status, body]).toMatchObject([
      201,
      { events, unavailable_events: ['subscription.charged', 'payment.dispute.created'] },
    ])
    expect((await call('GET', `/v1/webhooks/${body.id}`)).body.unavailable_events).toEqual(
      body.unavailable_events,
    )
  })

  it('to every event by its name fit one request', async () => {
    const here = [...EVENT_NAMES, ...Object.keys(OTHER_SPELLINGS)]
    const events = [...here, ...UNAVAILABLE_EVENTS]
    expect(new Set(events).size).toBe(events.length)
    const { status, body } = await call('POST', '/v1/webhooks', { ...HOOK, events })
    expect([status, body.events.length]).toEqual([201, events.length])
    expect(body.unavailable_events).toEqual(UNAVAILABLE_EVENTS)
  })

  it.each([
    'payment.pending',
    'token.resumed',
    'token.service_provider.activated',
    'settlement.vpa_completed',
    'banking_accounts.issued',
    'account.payments_enabled',
    'account.product.under_review',
    'product.payment_gateway.activated',
    'product.payment_link.rejected',
    'linked_account.vpa_created',
  ])('to %s are accepted and marked', async (event) => {
    const { status, body } = await call('POST', '/v1/webhooks', { ...HOOK, events: [event] })
    expect([status, body.unavailable_events]).toEqual([201, [event]])
  })

  it.each([
    'payment.capture',
    'subscription.charge',
    'Payment.captured',
    'transfer.settled',
    'transaction.updated',
    'refund.arn.updated',
  ])('to %s are rejected', async (event) => {
    const { status, body } = await call('POST', '/v1/webhooks', { ...HOOK, events: [event] })
    expect([status, body.error.field]).toEqual([400, 'events.0'])
  })
})

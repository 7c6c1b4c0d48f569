import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blockClient } from '#lib/domain/connected-apps/block.ts'
import { createOrder } from '#lib/domain/orders/create.ts'
import { flushRequestLog } from '#lib/surfaces/request-log.ts'
import { tools } from '#lib/surfaces/tools/catalogue.ts'
import { type Authorization, openAuthorization } from '#lib/testing/authorization.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { openRest, type Rest } from '#lib/testing/rest.ts'
import { type Shop, shopOf } from '#lib/testing/shop.ts'

let instance: Instance
let rest: Rest
let server: Authorization
let shop: Shop
beforeAll(async () => {
  instance = await openInstance()
  rest = await openRest(instance)
  server = await openAuthorization(instance)
  shop = shopOf(rest, instance)
})
afterAll(() => instance.close())

const as = (token: string, more: Record<string, string> = {}) => ({
  as: null,
  headers: { authorization: `Bearer ${token}`, ...more },
})
const ORDER = { amount: 4300, currency: 'INR' }
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg==',
  'base64',
)

describe('a bearer token at /v1', () => {
  it('reads and writes as the app, within its scopes and in its account alone', async () => {
    const { token, client_id } = await server.tokenOf('read_only orders:write')
    const made = await rest.post('/v1/orders', ORDER, as(token))
    expect([made.status, made.body.amount]).toEqual([201, 4300])
    const read = await rest.get(`/v1/orders/${made.body.id}`, as(token))
    expect(read.body.id).toBe(made.body.id)
    await flushRequestLog(instance.runtime.query)
    const [line] = await shop.rows(
      `SELECT log.actor_kind, log.source FROM request_logs log JOIN oauth_grants g ON g.id = log.actor_id
       WHERE g.client_id = $1 AND log.object_id = $2 AND log.method = 'POST'`,
      client_id,
      made.body.id,
    )
    expect(line).toEqual({ actor_kind: 'client', source: 'api' })
    const { token: live } = await server.tokenOf('read_only', 'owner', 'live')
    expect((await rest.get(`/v1/orders/${made.body.id}`, as(live))).status).toBe(404)
  })

  it('that lacks a scope is rejected before it has an effect, and the error names the scope', async () => {
    const { token } = await server.tokenOf('read_only')
    const before = await shop.count('orders')
    const refused = await rest.post('/v1/orders', ORDER, as(token))
    expect([refused.status, refused.error.reason]).toEqual([403, 'permission_denied'])
    expect(refused.error.description).toMatch(/orders:write/)
    expect(refused.headers.get('www-authenticate')).toMatch(
      /^Bearer error="insufficient_scope".*scope="read_only orders:write"/,
    )
    expect(await shop.count('orders')).toBe(before)
  })

  it('never does what no app may: payments with the card of a payer, webhooks', async () => {
    const { token } = await server.tokenOf(
      [...new Set([...tools().values()].map(({ scope }) => scope))].join(' '),
    )
    const card = await rest.post('/v1/payments/create/json', { method: 'card' }, as(token))
    expect([card.status, card.error.description]).toEqual([403, expect.stringMatching(/Use an API key/)])
    const hook = await rest.post(
      '/v1/webhooks',
      { url: 'https://x.example', events: ['order.paid'] },
      as(token),
    )
    expect([hook.status, hook.error.reason]).toEqual([403, 'permission_denied'])
  })

  it('adds a document, which no tool can, and reads it back', async () => {
    const { token } = await server.tokenOf('read_only documents:write')
    const form = new FormData()
    form.set('purpose', 'other')
    form.set('file', new File([PNG], 'dot.png', { type: 'image/png' }))
    const sent = new Request('http://desk.test/v1/documents', { method: 'POST', body: form })
    const type = sent.headers.get('content-type') ?? ''
    const body = Buffer.from(await sent.arrayBuffer())
    const made = await rest.call('POST', '/v1/documents', { body, ...as(token, { 'content-type': type }) })
    expect([made.status, made.body?.mime_type]).toEqual([201, 'image/png'])
    const content = await rest.get(`/v1/documents/${made.body.id}/content`, as(token))
    expect(content.status).toBe(200)
    const { token: reader } = await server.tokenOf('read_only')
    const refused = await rest.call('POST', '/v1/documents', {
      body,
      ...as(reader, { 'content-type': type }),
    })
    expect(refused.status).toBe(403)
  })

  it('repeats under a key of its own: that of a key of the merchant, or of another app, is another', async () => {
    const key = `bearer-${instance.now()}`
    const { token } = await server.tokenOf('orders:write')
    const { token: other } = await server.tokenOf('orders:write')
    const sent = { 'idempotency-key': key }
    const first = await rest.post('/v1/orders', ORDER, as(token, sent))
    const again = await rest.post('/v1/orders', ORDER, as(token, sent))
    expect(again.body.id).toBe(first.body.id)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    const ids = [
      first.body.id,
      (await rest.post('/v1/orders', ORDER, as(other, sent))).body.id,
      (await rest.post('/v1/orders', ORDER, { headers: sent })).body.id,
    ]
    expect(new Set(ids).size).toBe(3)
  })

  it('waits for a person with money over its limit, as at /mcp', async () => {
    const { id } = await shop.captured(5000)
    const { token } = await server.tokenOf('read_only refunds:write', 'owner', 'test', { limitPerCall: 1000 })
    const pending = await rest.post(`/v1/payments/${id}/refund`, { amount: 2000 }, as(token))
    expect([pending.status, pending.error.reason]).toEqual([403, 'waiting_for_approval'])
    expect(pending.error.metadata.approval_id).toMatch(/^apr_/)
    const passed = await rest.post(`/v1/payments/${id}/refund`, { amount: 900 }, as(token))
    expect([passed.status, passed.body.amount]).toEqual([201, 900])
  })

  it('is rejected when it is unknown, and from the next call on when its app is blocked', async () => {
    const unknown = await rest.get('/v1/orders', as('x'.repeat(43)))
    expect([unknown.status, unknown.error.reason]).toEqual([401, 'authentication_required'])
    expect(unknown.headers.get('www-authenticate')).toMatch(
      /^Bearer error="invalid_token".*resource_metadata=/,
    )
    const { token, client_id, actor } = await server.tokenOf('read_only')
    const order = await instance.run(createOrder, { amount: 100, currency: 'INR' })
    expect((await rest.get(`/v1/orders/${order.id}`, as(token))).status).toBe(200)
    await instance.run(blockClient, { client_id }, undefined, actor)
    expect((await rest.get(`/v1/orders/${order.id}`, as(token))).status).toBe(401)
  })
})

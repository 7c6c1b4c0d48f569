import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createKey } from '#lib/domain/api-keys/create.ts'
import { revokeKey } from '#lib/domain/api-keys/revoke.ts'
import { operations } from '#lib/domain/operations.ts'
import { REASONS } from '#lib/pipeline/error-reasons.ts'
import type { Operation } from '#lib/pipeline/operation.ts'
import { apiRoutes, handlerAt } from '#lib/surfaces/api-routes.ts'
import {
  addressOf,
  expectError,
  expectHeaders,
  METHODS,
  methodOf,
  named,
  openContract,
  pathOf,
  published,
} from '#lib/testing/contract.ts'
import { documentedRoutes } from '#lib/testing/documented-routes.ts'
import { goodCard, type Instance, payer } from '#lib/testing/instance.ts'
import { basic, type RequestOptions, type Rest } from '#lib/testing/rest.ts'
import { KEY_PERMISSIONS } from '#lib/values/permissions.ts'

let contract: Awaited<ReturnType<typeof openContract>>
let instance: Instance
let rest: Rest
beforeAll(async () => {
  contract = await openContract()
  ;({ instance, rest } = contract)
})
afterAll(() => contract.close())
const call = (...requested: Parameters<typeof contract.call>) => contract.call(...requested)

describe('the table of errors', () => {
  it('knows three codes, and the sources and steps of the API', () => {
    for (const [reason, row] of Object.entries(REASONS)) {
      expect(reason).toMatch(/^[a-z]+(_[a-z]+)*$/)
      expect(['BAD_REQUEST_ERROR', 'GATEWAY_ERROR', 'SERVER_ERROR']).toContain(row.code)
      expect(['business', 'customer', 'internal', 'gateway', 'issuer_bank', 'network', 'NA']).toContain(
        row.source,
      )
      expect([
        'payment_initiation',
        'payment_authentication',
        'payment_authorization',
        'payment_capture',
        'balance_check',
        'NA',
      ]).toContain(row.step)
      expect(row.description).toMatch(/\.$/)
      if (row.status >= 500) expect(row.code).not.toBe('BAD_REQUEST_ERROR')
      else expect(row.code).not.toBe('SERVER_ERROR')
    }
  })
})

describe('addresses and operations', () => {
  it('every operation has a name, a sentence and an address of its own', () => {
    expect(new Set(operations.map(({ name }) => name)).size).toBe(operations.length)
    expect(new Set(published.map(({ http }) => http)).size).toBe(published.length)
    for (const { name, title, summary } of operations) {
      expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/)
      expect(title).not.toBe('')
      expect(summary).toMatch(/\.$/)
    }
  })

  it('every published operation of the specification is there', () => {
    const specified = [
      'POST /v1/orders',
      'POST /v1/payments/:id/capture',
      'GET /v1/payments/:id',
      'GET /v1/payments',
      'GET /v1/orders/:id/payments',
      'GET /v1/payments/:id/card',
      'PATCH /v1/payments/:id',
      'POST /v1/payments/:id/refund',
      // Open points, sections 2 to 4.
      'GET /v1/orders',
      'GET /v1/orders/:id',
      'PATCH /v1/orders/:id',
      'GET /v1/payments/:id/refunds',
      'GET /v1/payments/:id/refunds/:refund_id',
      'GET /v1/payments/:id/transfers',
      'POST /v1/payments/create/json',
      'POST /v1/payments/create/upi',
      'POST /v1/refunds',
      'GET /v1/refunds',
      'GET /v1/refunds/:id',
      'PATCH /v1/refunds/:id',
      // Sections 5 to 8.
      'POST /v1/customers',
      'PUT /v1/customers/:id',
      'GET /v1/customers',
      'GET /v1/customers/:id',
      'POST /v1/documents',
      'GET /v1/documents',
      'GET /v1/documents/:id',
      'GET /v1/documents/:id/content',
      'POST /v1/bills',
      'GET /v1/bills',
      'GET /v1/bills/:bill_id',
      'PATCH /v1/bills/:bill_id',
      'DELETE /v1/bills/:bill_id',
      'POST /v1/payments/:id/transfers',
      'POST /v1/payments/create/openwallet',
      'POST /v1/transfers',
      'GET /v1/transfers',
      'GET /v1/transfers/:id',
      'PATCH /v1/transfers/:id',
      'POST /v1/transfers/:id/reversals',
      'POST /v1/fund_accounts',
      'GET /v1/fund_accounts',
      'PATCH /v1/fund_accounts/:id',
      'POST /v1/customers/:id/payouts',
      'GET /v1/customers/:id/payouts',
      'GET /v1/payouts',
      'GET /v1/payouts/:id',
      'GET /v1/customers/:id/balance',
      'GET /v1/customers/:id/statement',
      // Section 10.
      'POST /v1/webhooks',
      'GET /v1/webhooks',
      'GET /v1/webhooks/:id',
      'PUT /v1/webhooks/:id',
      'DELETE /v1/webhooks/:id',
      'GET /v1/events',
      'GET /v1/events/:id',
    ]
    expect(published.map(({ http }) => http)).toEqual(expect.arrayContaining(specified))
  })

  it('the addresses of /v1 are those of the operations', () => {
    const own = [...apiRoutes.keys()].filter((path) => path.startsWith('/v1/'))
    expect(own.sort()).toEqual([...new Set(published.map(pathOf))].sort())
  })

  it.each(named(published))(
    '%s is handled at its address, and reaches its own operation',
    async (_, operation) => {
      const address = addressOf(operation)
      const { params } = handlerAt(methodOf(operation), address)
      const names = pathOf(operation).match(/(?<=:)\w+/g) ?? []
      expect(Object.keys(params)).toEqual(names)
    },
  )

  it('every address takes the methods of its operations and no others, and says so', async () => {
    for (const path of new Set(published.map(pathOf))) {
      const own = published.filter((operation) => pathOf(operation) === path)
      for (const method of METHODS) {
        const operation = own.find((candidate) => methodOf(candidate) === method)
        const address = addressOf(operation ?? (own[0] as Operation))
        const response = await rest.call(method, address, method === 'GET' ? {} : { json: {} })
        if (operation) expect(response.status, `${method} ${address}`).not.toBe(405)
        else {
          expectError(response, 405, 'method_not_allowed')
          expect(response.headers.get('allow')?.split(', ').sort()).toEqual(own.map(methodOf).sort())
        }
      }
    }
  })

  it.each(METHODS)('%s of an address that does not exist is 404', async (method) => {
    for (const path of [
      '/v1/nothing',
      '/v1/payments/pay_NfLw3gQ81xRt0a/nothing',
      '/v1/orders/x/y/z',
      '/v1/payments/create/nothing',
      '/v1/Orders',
    ]) {
      expectError(await rest.call(method, path, method === 'GET' ? {} : { json: {} }), 404, 'route_not_found')
    }
  })

  it('every documented address is served, or rejected by the name of its feature', async () => {
    const operationAt = new Set(published.map(({ http }) => http?.replace(/:\w+/g, 'any_NfLw3gQ81xRt0a')))
    const unsupported = documentedRoutes.filter(
      ({ method, address }) => !operationAt.has(`${method} ${address}`),
    )
    expect(unsupported.length).toBeGreaterThan(80)
    for (const { method, address } of unsupported)
      for (const path of [address, `${address.replace('/v1/', '/v1//')}/`]) {
        const response = await rest.call(method, path, method === 'GET' ? {} : { json: {} })
        expect(`${method} ${path} ${response.error.reason}`).toBe(`${method} ${path} feature_not_supported`)
        expectError(response, 404, 'feature_not_supported')
        expect(response.error.description).toMatch(/ are not supported here\.$/)
      }
  })
})

describe('credentials', () => {
  const wrong: [string, () => Promise<RequestOptions> | RequestOptions][] = [
    ['none', () => ({ as: null })],
    [
      'a wrong secret',
      () => ({ as: { id: instance.key.id, secret: `${instance.key.secret.slice(0, -1)}!` } }),
    ],
    ['an empty secret', () => ({ as: { id: instance.key.id, secret: '' } })],
    ['an unknown key', () => ({ as: { id: 'key_test_00000000000000', secret: instance.key.secret } })],
    [
      'the secret of another key',
      async () => ({ as: { id: instance.key.id, secret: (await newKey({})).secret } }),
    ],
    ['a revoked key', async () => ({ as: await revoked() })],
    ['an expired key', async () => ({ as: await ended() })],
    [
      'another scheme',
      () => ({ as: null, headers: { authorization: `Digest ${basic(instance.key).slice(6)}` } }),
    ],
    [
      'no colon',
      () => ({
        as: null,
        headers: { authorization: `Basic ${Buffer.from(instance.key.id).toString('base64')}` },
      }),
    ],
    ['no base64', () => ({ as: null, headers: { authorization: 'Basic %%%' } })],
    ['a key id with a byte that no table can hold', () => ({ as: { id: 'key\u0000', secret: 'x' } })],
    ['a key id that is very long', () => ({ as: { id: 'k'.repeat(20_000), secret: 'x' } })],
  ]

  async function newKey(input: { scopes?: string[]; expires_at?: number }) {
    return await instance.run(createKey, { name: 'another', ...input }, undefined, instance.system)
  }

  async function ended() {
    const key = await newKey({ expires_at: instance.now() + 60 })
    await instance.runtime.query('UPDATE api_keys SET expires_at = $2 WHERE id = $1', [
      key.id,
      instance.now(),
    ])
    return key
  }

  async function revoked() {
    const key = await newKey({})
    expect((await rest.get('/v1/orders', { as: key })).status).toBe(200)
    await instance.run(revokeKey, { id: key.id }, undefined, instance.system)
    // A cached key is trusted for a second.
    await instance.pass(2)
    return key
  }

  it.each(wrong)('%s: 401, the same for all', async (_, request) => {
    const response = await rest.get('/v1/orders', await request())
    expectError(response, 401, 'authentication_required')
    expect(response.headers.get('www-authenticate')).toMatch(/^Basic realm="[^"]+"/)
    const other = await rest.get('/v1/orders', { as: null })
    expect(response.text).toBe(other.text)
    expect(response.headers.get('ratelimit')).toBeNull()
  })

  it.each(named(published))(
    '%s without credentials is 401, before anything is read',
    async (_, operation) => {
      const responses = [
        await call(operation, { as: null }),
        await rest.call(methodOf(operation), addressOf(operation).replace(/_[^/]*/g, '_?'), { as: null }),
      ]
      for (const response of responses) {
        expectError(response, 401, 'authentication_required')
        expect(response.headers.get('www-authenticate')).toContain('Basic')
      }
    },
  )

  it('a stranger does not learn which addresses and methods there are', async () => {
    const responses = [
      await rest.get('/v1/orders', { as: null }),
      await rest.get('/v1/nothing', { as: null }),
      await rest.call('DELETE', '/v1/orders', { as: null }),
      await rest.post('/v1/orders', { nonsense: true }, { as: null }),
      await rest.get('/v1/payments/pay_NfLw3gQ81xRt0a?x=1', { as: null }),
    ]
    for (const response of responses) expect(response.text).toBe(responses[0]?.text)
  })

  it.each(['basic', 'BASIC', 'bAsIc'])('the name of the scheme may be written %s', async (scheme) => {
    const authorization = basic(instance.key).replace('Basic', scheme)
    expect((await rest.get('/v1/orders', { as: null, headers: { authorization } })).status).toBe(200)
  })

  it('a key holds until it is revoked, in its own account', async () => {
    const key = await newKey({ expires_at: instance.now() + 3600 })
    expect((await rest.get('/v1/orders', { as: key })).status).toBe(200)
    await instance.pass(3600)
    expectError(await rest.get('/v1/orders', { as: key }), 401, 'authentication_required')
  })

  it.each(named(published))('%s needs its own permission', async (_, operation) => {
    const key = await newKey({
      scopes: KEY_PERMISSIONS.filter((permission) => permission !== operation.permission),
    })
    const response = await call(operation, { as: key })
    expectError(response, 403, 'permission_denied')
    expect(response.error.description).toContain(operation.permission)
    const able = await newKey({ scopes: [operation.permission] })
    expect((await call(operation, { as: able })).status).not.toBe(403)
  })
})

describe('success', () => {
  it('is 201 for a new record and 200 otherwise, with the common headers', async () => {
    const order = await rest.post('/v1/orders', { amount: 10_000, currency: 'INR' })
    const payment = await rest.post('/v1/payments/create/json', {
      ...payer,
      amount: 10_000,
      order_id: order.body.id,
      method: 'card',
      card: goodCard,
    })
    const captured = await rest.post(`/v1/payments/${payment.body.id}/capture`, { amount: 10_000 })
    const refund = await rest.post(`/v1/payments/${payment.body.id}/refund`, { amount: 100 })
    const other = await rest.post('/v1/refunds', { payment_id: payment.body.id, amount: 100 })
    const list = await rest.get('/v1/orders')
    const patched = await rest.patch(`/v1/orders/${order.body.id}`, { notes: { a: 'b' } })
    const responses = [order, payment, captured, refund, other, list, patched]
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 200, 201, 201, 200, 200])
    for (const response of responses) {
      expectHeaders(response)
      expect(response.body.entity).toBeTypeOf('string')
    }
    expect(new Set(responses.map(({ headers }) => headers.get('x-request-id'))).size).toBe(responses.length)
  })
})

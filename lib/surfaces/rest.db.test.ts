import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createThrottle, type Throttle } from '#lib/auth/throttle.ts'
import { createKey } from '#lib/domain/api-keys/create.ts'
import { flushRequestLog } from '#lib/surfaces/request-log.ts'
import { goodCard, type Instance, openInstance, payer } from '#lib/testing/instance.ts'
import { openRest, type Rest } from '#lib/testing/rest.ts'
import { type Body, type Shop, shopOf } from '#lib/testing/shop.ts'

let instance: Instance
let rest: Rest
let shop: Shop
beforeAll(async () => {
  instance = await openInstance()
  rest = await openRest(instance)
  shop = shopOf(rest, instance)
})
afterAll(() => instance.close())

const globals = globalThis as { counterfoilThrottle?: Throttle }

describe('too many requests', () => {
  it('are 429, say when to come back, and what the rate is; another key is not slowed', async () => {
    const patient = globals.counterfoilThrottle
    globals.counterfoilThrottle = createThrottle({ perSecond: 3, burst: 2 })
    try {
      const other = await instance.run(createKey, { name: 'other' }, undefined, instance.system)
      const responses = await Promise.all(Array.from({ length: 8 }, () => rest.get('/v1/orders')))
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
      for (const { headers } of responses) {
        expect(headers.get('ratelimit-policy')).toBe('"default";q=3;w=1')
        expect(headers.get('ratelimit')).toMatch(/^"default";r=\d+;t=1$/)
      }
      const refused = responses.find(({ status }) => status === 429)
      expect(refused?.error).toMatchObject({
        reason: 'too_many_requests',
        code: 'BAD_REQUEST_ERROR',
        metadata: {},
      })
      expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
      expect(refused?.headers.get('ratelimit')).toBe('"default";r=0;t=1')
      expect((await rest.get('/v1/orders', { as: other })).status).toBe(200)
      // Wrong credentials are no request of the key.
      expect((await rest.get('/v1/orders', { as: { id: other.id, secret: 'wrong' } })).status).toBe(401)
      // A rejected request has no effect.
      const before = await shop.count('orders')
      expect((await rest.post('/v1/orders', { amount: 100, currency: 'INR' })).status).toBe(429)
      expect(await shop.count('orders')).toBe(before)
    } finally {
      if (patient) globals.counterfoilThrottle = patient
    }
  })
})

describe('the log of requests', () => {
  const lines = async (where = 'true', ...values: unknown[]): Promise<Body[]> => {
    await flushRequestLog(instance.runtime.query)
    return shop.rows(`SELECT * FROM request_logs WHERE ${where} ORDER BY id`, ...values)
  }

  it('has a line for each response, with the id that the response carried', async () => {
    const order = await rest.post(
      '/v1/orders',
      { amount: 100, currency: 'INR' },
      { idempotencyKey: 'logged', headers: { 'user-agent': 'shop/1' } },
    )
    const refused = await rest.post('/v1/orders', { amount: 1, currency: 'INR' })
    const missing = await rest.get('/v1/nothing?x=1')
    const replay = await rest.post(
      '/v1/orders',
      { amount: 100, currency: 'INR' },
      { idempotencyKey: 'logged' },
    )
    const found = []
    for (const response of [order, refused, missing, replay])
      found.push((await lines('id = $1', response.headers.get('x-request-id')))[0])
    expect(found).toEqual([
      expect.objectContaining({
        method: 'POST',
        path: '/v1/orders',
        operation: 'create_order',
        status: 201,
        actor_kind: 'key',
        actor_id: instance.key.id,
        idempotency_key: 'logged',
        replayed: false,
        object_id: order.body.id,
        error_reason: null,
        user_agent: 'shop/1',
        source: 'api',
        request_body: '{"amount":100,"currency":"INR"}',
        response_body: order.text,
        created_at: instance.now(),
      }),
      expect.objectContaining({
        status: 400,
        error_reason: 'input_validation_failed',
        object_id: null,
        response_body: refused.text,
      }),
      expect.objectContaining({
        status: 404,
        error_reason: 'route_not_found',
        operation: null,
        path: '/v1/nothing?x=1',
      }),
      expect.objectContaining({
        status: 201,
        replayed: true,
        idempotency_key: 'logged',
        object_id: order.body.id,
      }),
    ])
  })

  it('keeps the beginning of the response to a read, and the whole of one to a write', async () => {
    const notes = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`note_${at}`, 'x'.repeat(200)]))
    const order = await rest.post('/v1/orders', { amount: 100, currency: 'INR', notes })
    const read = await rest.get(`/v1/orders/${order.body.id}`)
    const stored = async (response: typeof read) =>
      (await lines('id = $1', response.headers.get('x-request-id')))[0]?.response_body
    expect(await stored(order)).toBe(order.text)
    expect(await stored(read)).toBe(`${read.text.slice(0, 2048)}…`)
  })

  it('keeps the X-Request-Id of the client beside its own, when it is well formed', async () => {
    const stored = async (sent: string) => {
      const response = await rest.get('/v1/orders', { headers: { 'x-request-id': sent } })
      const id = response.headers.get('x-request-id')
      expect(id).toMatch(/^req_[0-9A-Za-z]{14}$/)
      return (await lines('id = $1', id))[0]?.client_request_id
    }
    expect(await stored('7f3c9a52-checkout/42')).toBe('7f3c9a52-checkout/42')
    expect(await stored('two words')).toBeNull()
    expect(await stored('x'.repeat(129))).toBeNull()
    expect(await stored('x'.repeat(128))).toBe('x'.repeat(128))
  })

  it('keeps an unparsable body, unless it may have a secret', async () => {
    const sent = async (text: string) => {
      const response = await rest.call('POST', '/v1/orders', {
        body: text,
        headers: { 'content-type': 'application/json' },
      })
      expect([response.status, response.body.error.reason]).toEqual([400, 'malformed_body'])
      const [line] = await lines('id = $1', response.headers.get('x-request-id'))
      return line?.request_body
    }
    expect(await sent('{"amount": 100,}')).toBe('{"amount": 100,}')
    expect(await sent('{"card": {"cvv": "731",}}')).toBe('[unreadable]')
  })

  it('has no line for a stranger, who belongs to no account', async () => {
    const before = (await lines()).length
    await rest.get('/v1/orders', { as: null })
    expect((await lines()).length).toBe(before)
  })

  it('shows no card, no password and no secret, wherever they were sent', async () => {
    const number = '4000056655665556'
    const order = await shop.order()
    const body = {
      ...payer,
      amount: 10_000,
      order_id: order.id,
      method: 'card',
      card: { ...goodCard, number, cvv: '731' },
      otp: '982451',
    }
    await rest.post('/v1/payments/create/json', body)
    await rest.post('/v1/payments/create/json', { ...body, surplus: number })
    await rest.call('POST', '/v1/payments/create/json', {
      form: { amount: '100', 'card[number]': '4000 0566 5566 5556', 'card[cvv]': '731', otp: '982451' },
    })
    await rest.call('POST', '/v1/payments/create/json', {
      body: `{"card":{"number":"${number}","cvv":"731"},"otp":"982451","x":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
    })
    await rest.post(`/v1/payments/create/json?otp=982451&card[cvv]=731&q=${number}`, {})
    await rest.get(`/v1/orders?receipt=${encodeURIComponent('4000 0566 5566 5556')}`)
    await rest.get(`/v1/payments/${number}`)
    const text = (await shop.rows('SELECT row_to_json(line)::text AS text FROM request_logs line'))
      .map(({ text }) => text)
      .join('\n')
    const all = text + (await lines()).map((line) => JSON.stringify(line)).join('\n')
    expect(all).toContain('[card ending 5556]')
    for (const secret of [number, '4000 0566', '4000%200566', '4000+0566', '731"', '=731', '982451'])
      expect(all).not.toContain(secret)
  })

  it('keeps its other lines when one holds what no table can', async () => {
    const before = (await lines()).length
    await rest.get('/v1/orders?receipt=%00')
    await rest.call('POST', '/v1/orders', { form: 'amount=100&currency=INR&receipt=a\u0000b' })
    await rest.call('POST', '/v1/orders', { form: 'amount=100&currency=INR&receipt=%00' })
    await rest.post('/v1/orders', { amount: 100, currency: 'INR', receipt: '\ud800' })
    await rest.get('/v1/orders')
    expect((await lines()).length).toBe(before + 5)
  })

  it('is kept when requests come in crowds', async () => {
    const before = (await lines()).length
    await Promise.all(Array.from({ length: 250 }, () => rest.get('/v1/orders?count=1')))
    expect((await lines()).length).toBe(before + 250)
  })
})

describe('keys', () => {
  it('remember when and from where they were last used', async () => {
    await rest.get('/v1/orders', { headers: { 'x-counterfoil-address': '203.0.113.9' } })
    // Uses are written together after five seconds.
    await expect
      .poll(
        async () =>
          (
            await shop.rows('SELECT last_used_at, last_used_ip FROM api_keys WHERE id = $1', instance.key.id)
          )[0],
        { timeout: 600_000, interval: 250 },
      )
      .toEqual({
        last_used_at: instance.now(),
        last_used_ip: '203.0.113.9',
      })
  })
})

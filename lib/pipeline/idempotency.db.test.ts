import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createOrder } from '#lib/domain/orders/create.ts'
import { cleanupIdempotencyKeys } from '#lib/jobs/cleanup.ts'
import { execute } from '#lib/pipeline/execute.ts'
import { keyOf } from '#lib/pipeline/idempotency.ts'
import type { Writer } from '#lib/pipeline/writer.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { as, replayed } from '#lib/testing/keyed.ts'
import { openRest, type Reply, type Rest } from '#lib/testing/rest.ts'
import { cardOf, type Shop, shopOf } from '#lib/testing/shop.ts'
import { DAY } from '#lib/values/time.ts'

let instance: Instance
let rest: Rest
let shop: Shop
beforeEach(async () => {
  instance = await openInstance()
  rest = await openRest(instance)
  shop = shopOf(rest, instance)
})
afterEach(async () => {
  expect(await instance.violations()).toEqual([])
  await instance.close()
})

describe('a repeat with the same key and body', () => {
  const writes: [string, () => Promise<(key?: string) => Promise<Reply>>][] = [
    [
      'POST /v1/orders',
      async () => (key) =>
        rest.post(
          '/v1/orders',
          { amount: 100, currency: 'INR', notes: { a: '1', b: '2' } },
          key === undefined ? {} : as(key),
        ),
    ],
    [
      'POST /v1/payments/create/json',
      async () => {
        const order = await shop.order()
        return (key) => shop.attempt(order, undefined, {}, key === undefined ? {} : as(key))
      },
    ],
    [
      'POST /v1/payments/:id/capture',
      async () => {
        const payment = await shop.authorized()
        return (key) => shop.capture(payment, undefined, key === undefined ? {} : as(key))
      },
    ],
    [
      'POST /v1/payments/:id/refund',
      async () => {
        const payment = await shop.captured()
        return (key) => shop.refund(payment, { amount: 100 }, key === undefined ? {} : as(key))
      },
    ],
    [
      'POST /v1/refunds',
      async () => {
        const payment = await shop.captured()
        return (key) =>
          rest.post('/v1/refunds', { payment_id: payment.id, amount: 100 }, key === undefined ? {} : as(key))
      },
    ],
    [
      'PATCH /v1/orders/:id',
      async () => {
        const order = await shop.order()
        return (key) =>
          rest.patch(`/v1/orders/${order.id}`, { notes: { a: 'b' } }, key === undefined ? {} : as(key))
      },
    ],
    [
      'PATCH /v1/payments/:id',
      async () => {
        const payment = await shop.authorized()
        return (key) =>
          rest.patch(`/v1/payments/${payment.id}`, { notes: { a: 'b' } }, key === undefined ? {} : as(key))
      },
    ],
  ]

  it.each(writes)('of %s gets the first response to the byte, and changes nothing', async (_, prepare) => {
    const send = await prepare()
    const first = await send('k-1')
    expect(first.status).toBeLessThan(300)
    expect(replayed(first)).toBeNull()
    const counts = async () =>
      Promise.all(
        ['orders', 'payments', 'refunds', 'events', 'audit_lines', 'ledger_postings', 'bank_operations'].map(
          (table) => shop.count(table),
        ),
      )
    const before = [await counts(), await instance.balance(), instance.jobs.length]
    await instance.pass(0)
    for (let repeat = 0; repeat < 3; repeat += 1) {
      const again = await send('k-1')
      expect([again.status, again.text, replayed(again)]).toEqual([first.status, first.text, 'true'])
      expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
    }
    expect((await counts())[0]).toBe((before[0] as number[])[0])
    expect(await shop.count('idempotency_keys')).toBe(1)
    const other = await send('k-2')
    expect(replayed(other)).toBeNull()
  })

  it('gets it also after the thing has changed since', async () => {
    const payment = await shop.captured(20_000)
    const first = await shop.refund(payment, { amount: 5000 }, as('r'))
    await instance.pass(120)
    expect(await shop.fetch(first.body.id)).toMatchObject({ status: 'processed' })
    expect((await shop.refund(payment, { amount: 5000 }, as('r'))).text).toBe(first.text)
  })

  it('is the same whatever the order of the properties and the spaces', async () => {
    const first = await rest.call('POST', '/v1/orders', {
      body: '{"amount":100,"currency":"INR","notes":{"a":"1","b":"2"}}',
      ...as('k'),
    })
    const again = await rest.call('POST', '/v1/orders', {
      body: '{ "notes": {"b":"2", "a":"1"},\n "currency":"INR", "amount":1e2 }',
      ...as('k'),
    })
    expect([again.text, replayed(again)]).toEqual([first.text, 'true'])
  })

  it.each(['x-refund-idempotency', 'x-transfer-idempotency', 'x-payout-idempotency', 'Idempotency-Key'])(
    'may name the key in %s',
    async (header) => {
      const payment = await shop.captured()
      const headers = { [header]: 'k-1' }
      const first = await shop.refund(payment, { amount: 100 }, { headers })
      const again = await shop.refund(payment, { amount: 100 }, { headers })
      expect([again.text, replayed(again)]).toEqual([first.text, 'true'])
      expect(await shop.count('refunds')).toBe(1)
    },
  )

  it('is known for two days, and forgotten then', async () => {
    const send = () => rest.post('/v1/orders', { amount: 100, currency: 'INR' }, as('k'))
    const first = await send()
    await instance.pass(DAY + 3600)
    await cleanupIdempotencyKeys(instance.runtime)
    expect((await send()).text).toBe(first.text)
    await instance.pass(DAY)
    expect(await cleanupIdempotencyKeys(instance.runtime)).toBe(1)
    const fresh = await send()
    expect([fresh.status, replayed(fresh)]).toEqual([201, null])
    expect(fresh.body.id).not.toBe(first.body.id)
  })

  it('of a read is no repeat', async () => {
    const options = as('k')
    await rest.get('/v1/orders', options)
    await shop.order()
    const again = await rest.get('/v1/orders', options)
    expect([again.body.count, replayed(again)]).toEqual([1, null])
    expect(await shop.count('idempotency_keys')).toBe(0)
  })
})

describe('a key', () => {
  it.each(['', 'with space', 'ü', 'x'.repeat(256)])('must not be %j', async (key) => {
    const response = await rest.post(
      '/v1/orders',
      { amount: 100, currency: 'INR' },
      {
        headers: {
          'idempotency-key':
            encodeURI(key) === key || key.length > 255 ? key : Buffer.from(key).toString('latin1'),
        },
      },
    )
    expect([response.status, response.error.field]).toEqual([400, 'idempotency-key'])
    expect(await shop.count('orders')).toBe(0)
  })

  it.each(['x', 'x'.repeat(255), '!"#$%&()*+,-./:;<=>?@[]^_`{|}~', '550e8400-e29b-41d4-a716-446655440000'])(
    'may be %j',
    async (key) => {
      expect((await rest.post('/v1/orders', { amount: 100, currency: 'INR' }, as(key))).status).toBe(201)
    },
  )

  it('with another body is 409, and does nothing', async () => {
    await rest.post('/v1/orders', { amount: 100, currency: 'INR' }, as('k'))
    for (const body of [
      { amount: 101, currency: 'INR' },
      { amount: 100, currency: 'INR', receipt: 'x' },
      { amount: 100, currency: 'INR', notes: {} },
    ]) {
      const response = await rest.post('/v1/orders', body, as('k'))
      expect([response.status, response.error.reason]).toEqual([409, 'idempotency_key_reused'])
    }
    expect(await shop.count('orders')).toBe(1)
  })

  it('with another address, or for another thing, is 409', async () => {
    const [one, two] = [await shop.captured(), await shop.captured()]
    await shop.refund(one, { amount: 100 }, as('k'))
    const responses = [
      await shop.refund(two, { amount: 100 }, as('k')),
      await rest.post('/v1/refunds', { payment_id: one.id, amount: 100 }, as('k')),
      await rest.post('/v1/orders', { amount: 100, currency: 'INR' }, as('k')),
      await rest.patch(`/v1/payments/${one.id}`, { notes: {} }, as('k')),
    ]
    for (const response of responses)
      expect([response.status, response.error.reason]).toEqual([409, 'idempotency_key_reused'])
    expect(await shop.count('refunds')).toBe(1)
  })

  it('of one account is independent of another', async () => {
    const other = await openInstance()
    try {
      await rest.post('/v1/orders', { amount: 100, currency: 'INR' }, as('k'))
      const response = await (await openRest(other)).post(
        '/v1/orders',
        { amount: 200, currency: 'INR' },
        as('k'),
      )
      expect(response.status).toBe(201)
    } finally {
      await other.close()
    }
  })

  it('says nothing about the body but whether it is the same', async () => {
    await shop.attempt(await shop.order(), cardOf('4111111111111111'), { otp: '982451' }, as('k'))
    const [row] = await shop.rows('SELECT row_to_json(kept)::text AS text FROM idempotency_keys kept')
    expect(row.text).not.toMatch(/4111111111|982451/)
  })
})

describe('an error', () => {
  it('is stored like a success, and is replayed although it would succeed by now', async () => {
    const payment = await shop.authorized()
    const first = await shop.refund(payment, { amount: 100 }, as('k'))
    expect([first.status, first.error.reason]).toEqual([400, 'payment_not_captured'])
    await shop.capture(payment)
    const again = await shop.refund(payment, { amount: 100 }, as('k'))
    expect([again.status, again.text, replayed(again)]).toEqual([400, first.text, 'true'])
    expect((await shop.refund(payment, { amount: 100 }, as('k2'))).status).toBe(201)
  })

  it('of a bank is replayed, with the recorded payment', async () => {
    const order = await shop.order()
    const send = () => shop.attempt(order, cardOf('4100280000060003'), {}, as('k'))
    const first = await send()
    const again = await send()
    expect([again.status, again.text, replayed(again)]).toEqual([400, first.text, 'true'])
    expect(await shop.count('payments')).toBe(1)
    expect(await shop.fetch(order.id)).toMatchObject({ attempts: 1 })
  })

  it.each([
    ['what is malformed', () => rest.post('/v1/orders', { amount: 1, currency: 'INR' }, as('k')), 400],
    ['an unknown payment', () => rest.post('/v1/payments/pay_NfLw3gQ81xRt0a/refund', {}, as('k')), 404],
  ])('of %s gets the same response again', async (_, send, status) => {
    const [first, again] = [await send(), await send()]
    expect([first.status, again.status, again.text]).toEqual([status, status, first.text])
  })
})

describe('the one statement of an order', () => {
  it('writes the order, its line and the response together', async () => {
    const { body } = await rest.post('/v1/orders', { amount: 100, currency: 'INR' }, as('k'))
    const [stored] = await shop.rows(
      'SELECT status, body, operation FROM idempotency_keys WHERE key = $1',
      keyOf(instance.actor, 'k'),
    )
    expect(stored).toEqual({ status: 201, body: JSON.stringify(body), operation: 'create_order' })
    expect(await shop.lines(body.id)).toHaveLength(1)
  })

  it('is the response of the pipeline, too', async () => {
    const input = { amount: 100, currency: 'INR' as const }
    const run = () =>
      execute(instance.runtime, createOrder, instance.actor, input, {
        requestId: 'req_NfLw3gQ81xRt0a',
        idempotencyKey: 'k',
      })
    const [first, again] = [await run(), await run()]
    expect([again.text, again.status, again.replayed, again.value]).toEqual([
      first.text,
      201,
      true,
      JSON.parse(first.text),
    ])
    expect(await shop.count('orders')).toBe(1)
  })
})

describe('a repeat of a change', () => {
  const changes: [string, () => Promise<() => Promise<Reply>>][] = [
    [
      'of one statement',
      async () => {
        const payment = await shop.captured()
        return () => shop.refund(payment, { amount: 100 }, as('changing'))
      },
    ],
    [
      'in steps',
      async () => {
        const payment = await shop.authorized()
        return () => shop.capture(payment, undefined, as('changing'))
      },
    ],
  ]

  it.each(changes)('%s gets its response before anything is written', async (_, prepare) => {
    const repeat = await prepare()
    const first = await repeat()
    const write = vi.spyOn(instance.runtime.writer as Writer, 'write')
    const second = await repeat()
    expect([replayed(second), second.text]).toEqual(['true', first.text])
    expect(write).not.toHaveBeenCalled()
  })
})

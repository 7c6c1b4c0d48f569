import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cleanupIdempotencyKeys } from '#lib/jobs/cleanup.ts'
import { settleReserved } from '#lib/jobs/settle.ts'
import { claimIdempotencyKey, wantedKey } from '#lib/pipeline/idempotency.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { as, replayed } from '#lib/testing/keyed.ts'
import { openRest, type Reply, type Rest } from '#lib/testing/rest.ts'
import { type Body, cardOf, type Shop, shopOf, upiOf } from '#lib/testing/shop.ts'
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

/** The claim of a request whose server died before it did anything: in progress, with no process to finish it. */
async function abandon(key: string, operation: string, raw: object): Promise<void> {
  await claimIdempotencyKey(
    instance.runtime,
    wantedKey(instance.runtime, { name: operation }, instance.actor, key, raw),
  )
}

describe('a fault of the server', () => {
  it('is not kept: the same key may succeed', async () => {
    const order = await shop.order()
    const { acquirer } = instance.runtime
    instance.runtime.acquirer = () => {
      throw new Error('broken')
    }
    const broken = await shop.attempt(order, undefined, {}, as('k'))
    expect([broken.status, broken.error.reason]).toEqual([500, 'server_error'])
    expect(broken.text).not.toContain('broken')
    instance.runtime.acquirer = acquirer
    const again = await shop.attempt(order, undefined, {}, as('k'))
    expect([again.status, replayed(again)]).toEqual([201, null])
    expect(await shop.count('payments')).toBe(1)
  })

  it('that also keeps the key from being released: it is, once the database responds', async () => {
    const payment = await shop.captured()
    const { query, writer } = instance.runtime
    const away = () => Promise.reject(Object.assign(new Error('The database is away.'), { code: '57P01' }))
    // Claimed first and decided in a transaction; the claim is written, and nothing after it.
    instance.runtime.writer = null
    let isAway = false
    instance.runtime.query = async (text, values) => {
      if (isAway) return away()
      const found = await query<never>(text, values)
      isAway = text.includes('INTO idempotency_keys')
      return found
    }
    const { prisma } = instance.runtime
    instance.runtime.prisma = new Proxy(prisma, {
      get: (target, name) => (name === '$transaction' ? away : Reflect.get(target, name)),
    })
    expect((await shop.refund(payment, { amount: 100 }, as('k'))).status).toBe(503)
    const claims = async () => (await query('SELECT 1 FROM idempotency_keys WHERE key LIKE $1', ['% k'])).rows
    expect(await claims()).toHaveLength(1)
    isAway = false
    await expect.poll(async () => (await claims()).length).toBe(0)
    Object.assign(instance.runtime, { query, writer, prisma })
    expect((await shop.refund(payment, { amount: 100 }, as('k'))).status).toBe(201)
    expect(await shop.count('refunds')).toBe(1)
  })

  it('in the one statement of an order is not kept either', async () => {
    const { writer } = instance.runtime
    instance.runtime.writer = { write: () => Promise.reject(new Error('broken')) }
    const send = () => rest.post('/v1/orders', { amount: 100, currency: 'INR' }, as('k'))
    expect((await send()).status).toBe(500)
    instance.runtime.writer = writer
    const again = await send()
    expect([again.status, replayed(again)]).toEqual([201, null])
  })
})

describe('the first request', () => {
  it('while it runs, a repeat is 409 and told when to come back', async () => {
    const payment = await shop.authorized()
    const { acquirer } = instance.runtime
    let arrived = () => {}
    let release = () => {}
    const there = new Promise<void>((resolve) => {
      arrived = resolve
    })
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    instance.runtime.acquirer = (account) => ({
      ...acquirer(account),
      async capture(request) {
        arrived()
        await gate
        return acquirer(account).capture(request)
      },
    })
    const first = shop.capture(payment, undefined, as('k'))
    await there
    const [same, other] = [
      await shop.capture(payment, undefined, as('k')),
      await shop.capture(payment, { amount: 1 }, as('k')),
    ]
    expect([same.status, same.error.reason, same.headers.get('retry-after')]).toEqual([
      409,
      'idempotency_key_in_use',
      '1',
    ])
    expect([other.status, other.error.reason]).toEqual([409, 'idempotency_key_reused'])
    const stranger = await shop.capture(payment)
    expect([stranger.status, stranger.error.reason]).toEqual([400, 'operation_in_progress'])
    release()
    expect((await first).status).toBe(200)
    const after = await shop.capture(payment, undefined, as('k'))
    expect([after.status, replayed(after)]).toEqual([200, 'true'])
  })

  it('without a response is taken over once its lease is over, not before', async () => {
    const payment = await shop.captured()
    await abandon('k', 'refund_payment', { id: payment.id, amount: 100 })
    const send = (amount = 100) => shop.refund(payment, { amount }, as('k'))
    expect((await send()).error.reason).toBe('idempotency_key_in_use')
    await instance.pass(30)
    expect((await send()).error.reason).toBe('idempotency_key_in_use')
    await instance.pass(1)
    expect((await send(200)).error.reason).toBe('idempotency_key_reused')
    const [first, again] = [await send(), await send()]
    expect([first.status, replayed(first), again.text, replayed(again)]).toEqual([
      201,
      null,
      first.text,
      'true',
    ])
    expect(await shop.count('refunds')).toBe(1)
  })

  it('that comes back after it was taken over changes nothing', async () => {
    const payment = await shop.captured()
    const { prisma, writer } = instance.runtime
    let second: Promise<Reply> | undefined
    // Claimed first and decided in a transaction, as after an error of the first attempt.
    instance.runtime.writer = null
    // The first request is held up before its transaction, until a second one has taken its key over and finished.
    const delayed: typeof prisma.$transaction = async (work, options) => {
      instance.runtime.prisma = prisma
      await instance.pass(31)
      second = shop.refund(payment, { amount: 100 }, as('k'))
      await second
      return prisma.$transaction(work, options)
    }
    instance.runtime.prisma = new Proxy(prisma, {
      get: (target, name) => (name === '$transaction' ? delayed : Reflect.get(target, name)),
    })
    const first = await shop.refund(payment, { amount: 100 }, as('k'))
    instance.runtime.writer = writer
    expect([first.status, first.error.reason]).toEqual([409, 'idempotency_key_in_use'])
    expect((await second)?.status).toBe(201)
    expect(await shop.count('refunds')).toBe(1)
    expect(await shop.fetch(payment.id)).toMatchObject({ amount_refunded: 100 })
  })
})

describe('a repeat after a crash', () => {
  /** The bank executed the call, and the server died before it recorded that. */
  function dieAfter(call: 'authorize' | 'capture') {
    const { acquirer } = instance.runtime
    instance.runtime.acquirer = (account) => ({
      ...acquirer(account),
      async [call](request: never) {
        await acquirer(account)[call](request)
        throw new Error('The server died here.')
      },
    })
    return () => {
      instance.runtime.acquirer = acquirer
    }
  }

  it('of a capture gets the result of the capture that it began, before the platform has settled it', async () => {
    const payment = await shop.authorized()
    const mend = dieAfter('capture')
    expect((await shop.capture(payment, undefined, as('k'))).status).toBe(500)
    mend()
    expect((await shop.capture(payment, undefined, as('other'))).error.reason).toBe('operation_in_progress')
    const again = await shop.capture(payment, undefined, as('k'))
    expect([again.status, again.body.status]).toEqual([200, 'captured'])
    expect(await shop.count('simulator_records', "kind = 'capture'")).toBe(1)
  })

  it('of a capture gets it also after the platform has settled it', async () => {
    const payment = await shop.authorized()
    const mend = dieAfter('capture')
    await shop.capture(payment, undefined, as('k'))
    mend()
    await instance.pass(31)
    expect(await settleReserved(instance.runtime)).toBe(1)
    expect(await shop.fetch(payment.id)).toMatchObject({ status: 'captured' })
    const again = await shop.capture(payment, undefined, as('k'))
    expect([again.status, again.body.status]).toEqual([200, 'captured'])
    expect((await shop.capture(payment, undefined, as('other'))).error.reason).toBe(
      'payment_already_captured',
    )
  })

  it.each([
    [true, 'captured'],
    [false, 'authorized'],
  ])('of a payment (payment_capture %s) gets the payment that it began', async (payment_capture, status) => {
    const order = await shop.order(10_000, { payment_capture, partial_payment: true })
    const send = () => shop.attempt(order, undefined, { amount: 4000 }, as('k'))
    const mend = dieAfter('authorize')
    expect((await send()).status).toBe(500)
    mend()
    const again = await send()
    expect([again.status, again.body.status]).toEqual([201, status])
    expect(await shop.count('payments')).toBe(1)
    expect(await shop.fetch(order.id)).toMatchObject({ attempts: 1, amount_paid: payment_capture ? 4000 : 0 })
    expect((await send()).text).toBe(again.text)
  })

  it('of a payment is not confused with a payment of another order that had the same key', async () => {
    const [one, two] = [await shop.order(), await shop.order()]
    const mend = dieAfter('authorize')
    expect((await shop.attempt(one, undefined, {}, as('k'))).status).toBe(500)
    mend()
    // The key was released, so another request may use it now.
    const other = await shop.attempt(two, undefined, {}, as('k'))
    expect([other.status, other.body.order_id, other.body.service_order_id]).toEqual([201, two.id, two.id])
    expect(await shop.count('payments')).toBe(2)
  })

  it('of a payment is not confused with an old one of the same key', async () => {
    const order = await shop.order()
    const send = () => shop.attempt(order, cardOf('4100280000060003'), {}, as('k'))
    const first = await send()
    await instance.pass(2 * DAY + 60)
    await cleanupIdempotencyKeys(instance.runtime)
    const later = await send()
    expect(later.error.reason).toBe('card_declined')
    expect(later.error.metadata.payment_id).not.toBe(first.error.metadata.payment_id)
  })

  it('of a payment that never reached the bank begins again', async () => {
    const order = await shop.order()
    const { acquirer } = instance.runtime
    instance.runtime.acquirer = (account) => ({
      ...acquirer(account),
      authorize: async () => {
        throw new Error('The server died here.')
      },
    })
    expect((await shop.attempt(order, upiOf('success'), {}, as('k'))).status).toBe(500)
    instance.runtime.acquirer = acquirer
    const again = await shop.attempt(order, upiOf('success'), {}, as('k'))
    expect([again.status, again.body.status]).toEqual([201, 'authorized'])
    const { items } = (await rest.get(`/v1/orders/${order.id}/payments`)).body
    expect(items.map(({ status, error_reason }: Body) => [status, error_reason])).toEqual([
      ['authorized', null],
      ['failed', 'payment_timed_out'],
    ])
  })
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { firstRing } from '#lib/auth/key-ring.ts'
import { runJob } from '#lib/jobs/run.ts'
import { settleReserved } from '#lib/jobs/settle.ts'
import { claimIdempotencyKey, wantedKey } from '#lib/pipeline/idempotency.ts'
import { between, gate, namesOf, tally, times } from '#lib/testing/at-once.ts'
import { findings } from '#lib/testing/consistency.ts'
import { type Instance, JOINED, openInstance } from '#lib/testing/instance.ts'
import { openRest, type Reply, type Rest } from '#lib/testing/rest.ts'
import { cardOf, type Shop, shopOf, upiOf } from '#lib/testing/shop.ts'

// Many rounds of many requests each take their time on a busy machine.
vi.setConfig({ testTimeout: 90_000 })

/** Everything here happens at once, on ten connections of one real database. */
describe.each(JOINED)('at once, %s:', (_, join) => {
  let instance: Instance
  let rest: Rest
  let shop: Shop
  beforeEach(async () => {
    instance = await openInstance({ join })
    rest = await openRest(instance)
    shop = shopOf(rest, instance)
  })
  afterEach(async () => {
    await instance.pass(120)
    expect(await findings(instance, { atRest: true })).toEqual([])
    await instance.close()
  })

  describe('fifty identical requests with one key have one effect', () => {
    const effects: [string, string, () => Promise<() => Promise<Reply>>][] = [
      [
        'POST /v1/orders',
        'orders',
        async () => () =>
          rest.post('/v1/orders', { amount: 100, currency: 'INR' }, { idempotencyKey: 'one' }),
      ],
      [
        'POST /v1/payments/create/json',
        'payments',
        async () => {
          const order = await shop.order(10_000, { payment_capture: true })
          return () => shop.attempt(order, undefined, {}, { idempotencyKey: 'one' })
        },
      ],
      [
        'POST /v1/payments/:id/capture',
        "bank_operations WHERE kind = 'capture'",
        async () => {
          const payment = await shop.authorized()
          return () => shop.capture(payment, undefined, { idempotencyKey: 'one' })
        },
      ],
      [
        'POST /v1/payments/:id/refund',
        'refunds',
        async () => {
          const payment = await shop.captured()
          return () => shop.refund(payment, { amount: 100 }, { idempotencyKey: 'one' })
        },
      ],
    ]

    it.each(effects)('%s', async (_, table, prepare) => {
      const send = await prepare()
      const responses = await times(50, send)
      const [won, ...same] = responses.filter(({ status }) => status < 300)
      expect(won).toBeDefined()
      for (const { text, status } of same) expect([status, text]).toEqual([won?.status, won?.text])
      const others = responses.filter(({ status }) => status >= 300)
      for (const { status, error } of others)
        expect([status, error.reason]).toEqual([409, 'idempotency_key_in_use'])
      expect(
        responses.filter(
          ({ status, headers }) => status < 300 && headers.get('idempotency-replayed') === null,
        ),
      ).toHaveLength(1)
      expect(Number((await shop.rows(`SELECT count(*) FROM ${table}`))[0].count)).toBe(1)
      expect((await send()).text).toBe(won?.text)
    })

    it('an error: one is decided, all get it', async () => {
      const order = await shop.order()
      const responses = await times(50, () =>
        shop.attempt(order, cardOf('4100280000060003'), {}, { idempotencyKey: 'one' }),
      )
      const declined = responses.filter(({ status }) => status === 400)
      expect(declined.length).toBeGreaterThan(0)
      expect(new Set(declined.map(({ text }) => text)).size).toBe(1)
      expect(Object.keys(tally(responses)).sort()).toEqual(expect.arrayContaining(['400 card_declined']))
      expect(await shop.count('payments')).toBe(1)
    })

    it('with different bodies: one body wins, the others are told', async () => {
      const responses = await times(50, (index) =>
        rest.post('/v1/orders', { amount: 100 + (index % 5), currency: 'INR' }, { idempotencyKey: 'one' }),
      )
      const won = responses.filter(({ status }) => status === 201)
      expect(new Set(won.map(({ text }) => text)).size).toBe(1)
      expect(Object.keys(tally(responses)).sort()).toEqual(['201', '409 idempotency_key_reused'])
      expect(await shop.count('orders')).toBe(1)
    })

    it('after a server died on the first: one takes over', async () => {
      const payment = await shop.captured()
      const raw = { amount: 100, id: payment.id }
      await claimIdempotencyKey(
        instance.runtime,
        wantedKey(instance.runtime, { name: 'refund_payment' }, instance.actor, 'one', raw),
      )
      await instance.pass(31)
      const responses = await times(50, () =>
        shop.refund(payment, { amount: 100 }, { idempotencyKey: 'one' }),
      )
      expect(
        responses.filter(
          ({ status, headers }) => status === 201 && headers.get('idempotency-replayed') === null,
        ),
      ).toHaveLength(1)
      expect(await shop.count('refunds')).toBe(1)
    })
  })

  describe('the settle task beside a slow request', () => {
    /** Delays every response until the bank has acted. */
    function slowBank(call: 'authorize' | 'capture' | 'refund') {
      const door = gate()
      let first = true
      const mend = between(instance, (bank) => ({
        async [call](request: never) {
          const response = await bank[call](request)
          if (first) {
            first = false
            await door.pass()
          }
          return response
        },
      }))
      return { door, mend }
    }

    it('of a capture: recorded once, and the slow one gets the same end', async () => {
      const payment = await shop.authorized()
      const { door, mend } = slowBank('capture')
      const slow = shop.capture(payment)
      await door.arrived
      expect(await settleReserved(instance.runtime)).toBe(0)
      await instance.pass(30)
      const settled = await times(3, () => settleReserved(instance.runtime))
      expect(settled.reduce((sum, count) => sum + count)).toBe(1)
      expect(await shop.fetch(payment.id)).toMatchObject({ status: 'captured' })
      door.open()
      const response = await slow
      mend()
      expect([response.status, response.body.status]).toEqual([200, 'captured'])
      expect(await namesOf(shop, payment.id)).toEqual([
        'payment.authorized',
        'payment.captured',
        'order.paid',
      ])
    })

    it('of a capture that the bank declined: the response of the first does not end the second', async () => {
      const payment = await shop.authorized()
      const [settling, second] = [gate(), gate()]
      let calls = 0
      const mend = between(instance, (bank) => ({
        async capture(request) {
          calls += 1
          // The request, then the call for the same reference, then a new capture that the bank accepts.
          if (calls === 3) {
            await second.pass()
            return bank.capture(request)
          }
          if (calls === 2) await settling.pass()
          else await instance.pass(31).then(() => void settle())
          if (calls < 2) await settling.arrived
          return { outcome: 'refused', reason: 'authorization_lapsed' }
        },
      }))
      let settled: Promise<number> = Promise.resolve(0)
      const settle = () => {
        settled = settleReserved(instance.runtime)
      }
      expect((await shop.capture(payment)).error.reason).toBe('authorization_lapsed')
      const again = shop.capture(payment)
      await second.arrived
      settling.open()
      await settled
      second.open()
      const response = await again
      mend()
      expect([response.status, response.body.status]).toEqual([200, 'captured'])
    })

    it('of a payment: recorded once, captured once', async () => {
      const order = await shop.order(10_000, { payment_capture: true })
      const { door, mend } = slowBank('authorize')
      const slow = shop.attempt(order)
      await door.arrived
      await instance.pass(30)
      await times(3, () => settleReserved(instance.runtime))
      door.open()
      const response = await slow
      mend()
      expect(response.status).toBe(201)
      expect(await namesOf(shop, order.id)).toEqual(['payment.authorized', 'payment.captured', 'order.paid'])
      expect(await shop.fetch(response.body.id)).toMatchObject({ status: 'captured' })
    })

    it('of a refund: recorded once', async () => {
      const payment = await shop.captured(20_000)
      const { body } = await shop.refund(payment, { amount: 1000, speed: 'optimum' })
      const { door, mend } = slowBank('refund')
      const job = { account_id: instance.actor.account.id, refund_id: body.id }
      const slow = runJob(instance.runtime, 'process-refund', job)
      await door.arrived
      instance.jobs.length = 0
      await instance.pass(30)
      await Promise.all([settleReserved(instance.runtime), runJob(instance.runtime, 'process-refund', job)])
      door.open()
      await slow
      mend()
      expect((await namesOf(shop, payment.id)).filter((name) => name.startsWith('refund.'))).toEqual([
        'refund.created',
        'refund.processed',
      ])
    })

    it('that never reached the bank: the platform fails it, and restores it when the bank has it after all', async () => {
      const order = await shop.order(10_000, { payment_capture: true })
      const door = gate()
      const mend = between(instance, (bank) => ({
        async authorize(request) {
          await door.pass()
          return bank.authorize(request)
        },
      }))
      const slow = shop.attempt(order)
      await door.arrived
      await instance.pass(30)
      expect(await settleReserved(instance.runtime)).toBe(1)
      const [failed] = (await rest.get(`/v1/orders/${order.id}/payments`)).body.items
      expect(failed).toMatchObject({ status: 'failed', error_reason: 'payment_timed_out' })
      door.open()
      const response = await slow
      mend()
      expect([response.status, response.body.id, response.body.status]).toEqual([201, failed.id, 'captured'])
      expect(await namesOf(shop, order.id)).toEqual([
        'payment.failed',
        'payment.authorized',
        'payment.captured',
        'order.paid',
      ])
    })

    it('with a bank that responds after the timeout of the server', async () => {
      const slow = await openInstance({
        settings: { SIMULATOR_LATENCY_MS: '300', ACQUIRER_TIMEOUT_MS: '100' },
      })
      try {
        const there = await openRest(slow)
        const theirs = shopOf(there, slow)
        const order = await theirs.order(10_000, { payment_capture: true })
        const response = await theirs.attempt(order)
        expect([response.status, response.error.reason, response.error.code]).toEqual([
          502,
          'acquirer_unavailable',
          'GATEWAY_ERROR',
        ])
        // Hours pass in an instant here: the bank may still be at its record.
        await expect
          .poll(async () => (await theirs.rows('SELECT 1 FROM simulator_records')).length)
          .toBeGreaterThan(0)
        const mended = slow.runtime.acquirer
        const { acquirer } = await openDeskLike(slow)
        slow.runtime.acquirer = acquirer
        // First the authorization, then the capture that it starts.
        for (let round = 0; round < 3; round += 1) {
          await slow.pass(31)
          await settleReserved(slow.runtime)
        }
        slow.runtime.acquirer = mended
        const [payment] = (await there.get(`/v1/orders/${order.id}/payments`)).body.items
        expect(payment).toMatchObject({ status: 'captured' })
        expect(await findings(slow, { atRest: true })).toEqual([])
      } finally {
        await slow.close()
      }
    })

    /** The same bank, for a server whose calls time out. */
    async function openDeskLike(slow: Instance) {
      const { createRuntime } = await import('#lib/runtime.ts')
      const { loadEnv } = await import('#lib/process/env.ts')
      const key = Buffer.alloc(32).toString('base64')
      const env = loadEnv({ DATABASE_URL: slow.url, SECRET_KEY: key })
      return createRuntime({
        database: slow.database,
        env,
        ring: firstRing(key),
        clock: slow.runtime.clock,
        queue: { statement: null, queued() {}, boss: {} } as never,
      })
    }
  })

  describe('one job many times at once', () => {
    it('a refund is one refund', async () => {
      const payment = await shop.captured(20_000)
      const refunds = await times(5, (index) =>
        shop.refund(payment, {
          amount: index === 0 ? 1013 : 1000 + index,
          speed: index % 2 === 0 ? 'normal' : 'optimum',
        }),
      )
      for (let round = 0; round < 2; round += 1) {
        await times(30, (index) =>
          runJob(instance.runtime, 'process-refund', {
            account_id: instance.actor.account.id,
            refund_id: refunds[index % 5]?.body.id,
          }),
        )
        await shop.rows(
          "UPDATE simulator_records SET settles_at = 0 WHERE kind = 'refund' AND settles_at IS NOT NULL",
        )
      }
      await instance.pass(60)
      const states = await Promise.all(refunds.map(async ({ body }) => (await shop.fetch(body.id)).status))
      expect(states).toEqual(['failed', 'processed', 'processed', 'processed', 'processed'])
    })

    it('an expiry is one refund', async () => {
      const payment = await shop.authorized()
      await shop.rows('UPDATE payments SET capture_by = $2 WHERE id = $1', payment.id, instance.now() - 1)
      await times(20, () =>
        runJob(instance.runtime, 'expire-authorization', {
          account_id: instance.actor.account.id,
          payment_id: payment.id,
        }),
      )
      expect(await shop.count('refunds')).toBe(1)
    })

    it('a late reply is one authorization', async () => {
      const order = await shop.order(10_000, { payment_capture: true })
      const payment = await shop.pay(order, upiOf('pending'))
      await shop.rows('UPDATE simulator_records SET settles_at = 0 WHERE settles_at IS NOT NULL')
      await times(20, () =>
        runJob(instance.runtime, 'ask-late-reply', {
          account_id: instance.actor.account.id,
          payment_id: payment.id,
          attempt: 1,
        }),
      )
      expect(await namesOf(shop, payment.id)).toEqual([
        'payment.authorized',
        'payment.captured',
        'order.paid',
      ])
    })
  })
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { beginPayment } from '#lib/domain/payments/begin.ts'
import { confirmPayment } from '#lib/domain/payments/confirm.ts'
import { runJob } from '#lib/jobs/run.ts'
import { isAppError } from '#lib/pipeline/errors.ts'
import { between, gate, namesOf, tally, times } from '#lib/testing/at-once.ts'
import { findings } from '#lib/testing/consistency.ts'
import { goodCard, type Instance, JOINED, openInstance, payer } from '#lib/testing/instance.ts'
import { openRest, type Rest } from '#lib/testing/rest.ts'
import { type Body, type Shop, shopOf, upiOf } from '#lib/testing/shop.ts'

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

  const WINDOW = 259_200

  describe('fifty captures of one payment', () => {
    it('capture it once; the others are told why not', async () => {
      const payment = await shop.authorized()
      const responses = await times(50, () => shop.capture(payment))
      const { '200': captured, ...refused } = tally(responses)
      expect(captured).toBe(1)
      expect(
        Object.keys(refused).every((name) =>
          ['400 operation_in_progress', '400 payment_already_captured'].includes(name),
        ),
        JSON.stringify(refused),
      ).toBe(true)
      expect(await namesOf(shop, payment.id)).toEqual([
        'payment.authorized',
        'payment.captured',
        'order.paid',
      ])
      expect(await instance.balance()).toBe(10_000 - 236)
      expect(await shop.fetch(payment.order_id)).toMatchObject({ status: 'paid', amount_paid: 10_000 })
    })

    it('with fifty keys do so too', async () => {
      const payment = await shop.authorized()
      const responses = await times(50, (index) =>
        shop.capture(payment, undefined, { idempotencyKey: `k${index}` }),
      )
      expect(tally(responses)['200']).toBe(1)
      expect(await shop.count('simulator_records', "kind = 'capture'")).toBe(1)
    })

    it('of many payments at once, each is captured once', async () => {
      const payments = await times(8, () => shop.authorized(5000))
      const responses = await times(48, (index) => shop.capture(payments[index % 8]))
      expect(tally(responses)['200']).toBe(8)
      expect(await instance.balance()).toBe(8 * (5000 - 118))
    })
  })

  describe('capture against expiry', () => {
    const end = async (payment: Body) => {
      await instance.pass(120)
      const { status, captured } = await shop.fetch(payment.id)
      return { status, captured, refunds: await shop.count('refunds', 'payment_id = $1', payment.id) }
    }
    const captured = { status: 'captured', captured: true, refunds: 0 }
    const lapsed = { status: 'refunded', captured: false, refunds: 1 }
    const expire = (payment: Body) =>
      runJob(instance.runtime, 'expire-authorization', {
        account_id: instance.actor.account.id,
        payment_id: payment.id,
      })

    it('the expiry first: the capture is rejected', async () => {
      const payment = await shop.authorized()
      await instance.pass(WINDOW + 1)
      expect((await shop.capture(payment)).error.reason).toBe('authorization_lapsed')
      expect(await end(payment)).toEqual(lapsed)
    })

    it('the capture reserved first: the expiry waits and finds it captured', async () => {
      const payment = await shop.authorized()
      const door = gate()
      const mend = between(instance, (bank) => ({
        async capture(request) {
          await door.pass()
          return bank.capture(request)
        },
      }))
      await instance.pass(WINDOW)
      const capture = shop.capture(payment)
      await door.arrived
      await instance.pass(5)
      expect(await shop.fetch(payment.id)).toMatchObject({ status: 'authorized' })
      await times(5, () => expire(payment))
      expect(await shop.fetch(payment.id)).toMatchObject({ status: 'authorized' })
      door.open()
      expect((await capture).status).toBe(200)
      mend()
      expect(await end(payment)).toEqual(captured)
    })

    it('the capture declined by the bank in between: the expiry refunds', async () => {
      const payment = await shop.authorized()
      const door = gate()
      const mend = between(instance, () => ({
        async capture() {
          await door.pass()
          return { outcome: 'refused', reason: 'authorization_lapsed' }
        },
      }))
      await instance.pass(WINDOW)
      const capture = shop.capture(payment)
      await door.arrived
      await instance.pass(5)
      door.open()
      expect((await capture).error.reason).toBe('authorization_lapsed')
      mend()
      expect(await end(payment)).toEqual(lapsed)
    })

    it('at the same instant, many rounds: one of the two, never both', async () => {
      const outcomes = new Set<string>()
      for (let round = 0; round < 25; round += 1) {
        const payment = await shop.authorized()
        // In time for the capture, and over for the expiry, as for two servers whose clocks differ by a second.
        await shop.rows('UPDATE payments SET capture_by = $2 WHERE id = $1', payment.id, instance.now())
        const before = instance.runtime.clock
        const ahead = { ...instance.runtime, clock: () => before() + 1000 }
        // The one or the other begins a little later, so that each wins some rounds.
        const late = async (index: number) => {
          for (let turn = 0; turn < (round + index) % 7; turn += 1)
            await instance.runtime.query('SELECT 1', [])
        }
        const jobs = times(3, async (index) => {
          if (round % 2 === 0) await late(index)
          await runJob(ahead, 'expire-authorization', {
            account_id: instance.actor.account.id,
            payment_id: payment.id,
          })
        })
        const captures = times(3, async (index) => {
          if (round % 2 === 1) await late(index)
          return shop.capture(payment)
        })
        const [responses] = await Promise.all([captures, jobs])
        const won = responses.some(({ status }) => status === 200)
        expect(await end(payment)).toEqual(won ? captured : lapsed)
        outcomes.add(won ? 'captured' : 'lapsed')
      }
      expect([...outcomes].sort()).toEqual(['captured', 'lapsed'])
    })
  })

  describe('attempts on one order', () => {
    it('by card, captured automatically: one pays, the others are rejected or refunded', async () => {
      for (let round = 0; round < 5; round += 1) {
        const order = await shop.order(10_000, { payment_capture: true })
        const responses = await times(8, () => shop.attempt(order))
        expect(responses.filter(({ body }) => body.status === 'captured')).toHaveLength(1)
        for (const { error } of responses.filter(({ status }) => status !== 201)) {
          expect(['order_has_authorized_payment', 'order_already_paid']).toContain(error.reason)
        }
        await instance.pass(120)
        const payments = (await rest.get(`/v1/orders/${order.id}/payments`)).body.items
        for (const { status, captured } of payments)
          expect([
            ['captured', true],
            ['refunded', false],
          ]).toContainEqual([status, captured])
        expect(payments.filter(({ status }: Body) => status === 'captured')).toHaveLength(1)
        expect(await shop.fetch(order.id)).toMatchObject({ status: 'paid', amount_paid: 10_000 })
        expect((await namesOf(shop, order.id)).filter((name) => name === 'order.paid')).toHaveLength(1)
      }
    })

    it('held at the bank together: the first to be recorded stays, the second goes back', async () => {
      const order = await shop.order()
      const door = gate()
      let waiting = 0
      const mend = between(instance, (bank) => ({
        async authorize(request) {
          const response = await bank.authorize(request)
          waiting += 1
          await door.pass()
          return response
        },
      }))
      const attempts = times(5, () => shop.attempt(order))
      await expect.poll(() => waiting).toBe(5)
      door.open()
      const responses = await attempts
      mend()
      expect(tally(responses)).toEqual({ 201: 5 })
      await instance.pass(120)
      const payments = (await rest.get(`/v1/orders/${order.id}/payments`)).body.items
      expect(payments.map(({ status }: Body) => status).sort()).toEqual([
        'authorized',
        'refunded',
        'refunded',
        'refunded',
        'refunded',
      ])
      const [stored] = payments.filter(({ status }: Body) => status === 'authorized')
      expect((await shop.capture(stored)).status).toBe(200)
      for (const other of payments.filter(({ status }: Body) => status === 'refunded')) {
        expect((await shop.capture(other)).error.reason).toBe('order_paid_by_another_payment')
      }
    })

    it('in parts: never more than is due', async () => {
      for (let round = 0; round < 5; round += 1) {
        const order = await shop.order(10_000, { partial_payment: true, payment_capture: true })
        await times(8, (index) =>
          shop.attempt(order, undefined, { amount: [3000, 4000, 2500, 10_000][index % 4] }),
        )
        await instance.pass(120)
        const { amount_paid, amount_due, status } = await shop.fetch(order.id)
        expect(amount_paid + amount_due).toBe(10_000)
        expect(amount_paid).toBeGreaterThan(0)
        expect(status).toBe(amount_due === 0 ? 'paid' : 'attempted')
      }
    })

    it('a late reply beside a new attempt: one stays', async () => {
      for (let round = 0; round < 8; round += 1) {
        const order = await shop.order(10_000, { payment_capture: true })
        const late = await shop.pay(order, upiOf('pending'))
        await shop.rows('UPDATE simulator_records SET settles_at = 0 WHERE settles_at IS NOT NULL')
        const job = { account_id: instance.actor.account.id, payment_id: late.id, attempt: 1 }
        await Promise.all([
          times(3, () => runJob(instance.runtime, 'ask-late-reply', job)),
          shop.attempt(order),
          shop.attempt(order, upiOf('success')),
        ])
        await instance.pass(120)
        const payments = (await rest.get(`/v1/orders/${order.id}/payments`)).body.items
        expect(payments.filter(({ captured }: Body) => captured)).toHaveLength(1)
        expect(await shop.fetch(order.id)).toMatchObject({ status: 'paid', amount_paid: 10_000 })
      }
    })
  })

  describe('a payer in a hurry', () => {
    it('who sends the password ten times pays once', async () => {
      const order = await shop.order(10_000, { payment_capture: true })
      const begun = await instance.run(beginPayment, {
        ...payer,
        order_id: order.id,
        amount: 10_000,
        method: 'card',
        card: goodCard,
      })
      expect(begun).toMatchObject({ status: 'created', next: 'otp' })
      const results = await times(10, () =>
        instance
          .run(confirmPayment, { id: begun.id, order_id: order.id, response: { otp: '123456' } })
          .catch((error) => (isAppError(error) ? error.reason : String(error))),
      )
      for (const result of results) {
        if (typeof result === 'string') expect(result).toBe('operation_in_progress')
        else expect(['captured', 'authorized']).toContain(result.status)
      }
      expect(await shop.fetch(begun.id)).toMatchObject({ status: 'captured' })
      expect(await namesOf(shop, order.id)).toEqual(['payment.authorized', 'payment.captured', 'order.paid'])
    })

    it('approving and rejecting at once has one of the two results', async () => {
      for (let round = 0; round < 8; round += 1) {
        const order = await shop.order(10_000, { payment_capture: true })
        const begun = await instance.run(beginPayment, {
          ...payer,
          order_id: order.id,
          amount: 10_000,
          method: 'netbanking',
          bank: 'HDFC',
        })
        await times(4, (index) =>
          instance
            .run(confirmPayment, {
              id: begun.id,
              order_id: order.id,
              response: { approved: index % 2 === round % 2 },
            })
            .catch(() => null),
        )
        const { status, error_reason } = await shop.fetch(begun.id)
        expect([
          ['captured', null],
          ['failed', 'payment_cancelled'],
        ]).toContainEqual([status, error_reason])
      }
    })
  })

  it('notes that change while money moves lose nothing', async () => {
    for (let round = 0; round < 8; round += 1) {
      const payment = await shop.authorized()
      await Promise.all([
        shop.capture(payment),
        ...Array.from({ length: 6 }, (_, index) =>
          rest.patch(`/v1/payments/${payment.id}`, { notes: { index: String(index) } }),
        ),
      ])
      await Promise.all([
        shop.refund(payment, { amount: 1000 }),
        ...Array.from({ length: 6 }, (_, index) =>
          rest.patch(`/v1/orders/${payment.order_id}`, { notes: { index: String(index) } }),
        ),
      ])
      expect(await shop.fetch(payment.id)).toMatchObject({
        status: 'captured',
        amount_refunded: 1000,
        notes: { index: expect.any(String) },
      })
      expect(await shop.fetch(payment.order_id)).toMatchObject({ status: 'paid', amount_paid: 10_000 })
    }
  })
})

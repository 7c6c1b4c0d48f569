import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Acquirer } from '#lib/acquirer/port.ts'
import { beginPayment } from '#lib/domain/payments/begin.ts'
import { confirmPayment } from '#lib/domain/payments/confirm.ts'
import { refundPaymentSeen } from '#lib/domain/refunds/create.ts'
import { isAppError } from '#lib/errors.ts'
import { claimIdempotencyKey, requestHash } from '#lib/idempotency.ts'
import { runJob } from '#lib/jobs/run.ts'
import { settleReserved } from '#lib/jobs/settle.ts'
import { findings } from '#lib/testing/consistency.ts'
import { type Desk, goodCard, openDesk, payer } from '#lib/testing/desk.ts'
import { type Answered, openRest, type Rest } from '#lib/testing/rest.ts'
import { type Body, cardOf, type Shop, shopOf, upiOf } from '#lib/testing/shop.ts'

// Many rounds of many requests each take their time on a busy machine.
vi.setConfig({ testTimeout: 90_000 })

/** Everything here happens at once, on ten connections of one real database. */
let desk: Desk
let rest: Rest
let shop: Shop
beforeEach(async () => {
  desk = await openDesk()
  rest = await openRest(desk)
  shop = shopOf(rest, desk)
})
afterEach(async () => {
  await desk.pass(120)
  expect(await findings(desk, { atRest: true })).toEqual([])
  await desk.close()
})

const WINDOW = 259_200
const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))
const tally = (answers: Answered[]) => {
  const counts: Record<string, number> = {}
  for (const { status, error } of answers) {
    const name = error ? `${status} ${error.reason}` : String(status)
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}
const namesOf = async (id: string) => (await shop.events(id)).map(({ event }) => event)

/** A place where calls wait until they are let through. */
function gate() {
  let open = () => {}
  let arrive = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  return {
    open,
    /** When the first has come. */
    arrived,
    async pass() {
      arrive()
      await opened
    },
  }
}

/** Puts something between the desk and its bank. */
function between(change: (bank: Acquirer) => Partial<Acquirer>): () => void {
  const { acquirer } = desk.runtime
  desk.runtime.acquirer = (account) => ({ ...acquirer(account), ...change(acquirer(account)) })
  return () => {
    desk.runtime.acquirer = acquirer
  }
}

describe('fifty identical requests with one key have one effect', () => {
  const effects: [string, string, () => Promise<() => Promise<Answered>>][] = [
    [
      'POST /v1/orders',
      'orders',
      async () => () => rest.post('/v1/orders', { amount: 100, currency: 'INR' }, { idempotencyKey: 'one' }),
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
    const answers = await times(50, send)
    const [won, ...same] = answers.filter(({ status }) => status < 300)
    expect(won).toBeDefined()
    for (const { text, status } of same) expect([status, text]).toEqual([won?.status, won?.text])
    const others = answers.filter(({ status }) => status >= 300)
    for (const { status, error } of others)
      expect([status, error.reason]).toEqual([409, 'idempotency_key_in_use'])
    expect(
      answers.filter(({ status, headers }) => status < 300 && headers.get('idempotency-replayed') === null),
    ).toHaveLength(1)
    expect(Number((await shop.rows(`SELECT count(*) FROM ${table}`))[0].count)).toBe(1)
    expect((await send()).text).toBe(won?.text)
  })

  it('a refusal: one is decided, all get it', async () => {
    const order = await shop.order()
    const answers = await times(50, () =>
      shop.attempt(order, cardOf('4100280000060003'), {}, { idempotencyKey: 'one' }),
    )
    const declined = answers.filter(({ status }) => status === 400)
    expect(declined.length).toBeGreaterThan(0)
    expect(new Set(declined.map(({ text }) => text)).size).toBe(1)
    expect(Object.keys(tally(answers)).sort()).toEqual(expect.arrayContaining(['400 card_declined']))
    expect(await shop.count('payments')).toBe(1)
  })

  it('with different bodies: one body wins, the others are told', async () => {
    const answers = await times(50, (index) =>
      rest.post('/v1/orders', { amount: 100 + (index % 5), currency: 'INR' }, { idempotencyKey: 'one' }),
    )
    const won = answers.filter(({ status }) => status === 201)
    expect(new Set(won.map(({ text }) => text)).size).toBe(1)
    expect(Object.keys(tally(answers)).sort()).toEqual(['201', '409 idempotency_key_reused'])
    expect(await shop.count('orders')).toBe(1)
  })

  it('after a server died on the first: one takes over', async () => {
    const payment = await shop.captured()
    const raw = { amount: 100, id: payment.id }
    await claimIdempotencyKey(
      desk.runtime,
      desk.actor.account.id,
      'one',
      'refund_payment',
      requestHash(desk.runtime.digestKey, 'refund_payment', raw),
    )
    await desk.pass(31)
    const answers = await times(50, () => shop.refund(payment, { amount: 100 }, { idempotencyKey: 'one' }))
    expect(
      answers.filter(({ status, headers }) => status === 201 && headers.get('idempotency-replayed') === null),
    ).toHaveLength(1)
    expect(await shop.count('refunds')).toBe(1)
  })
})

describe('fifty captures of one payment', () => {
  it('capture it once; the others are told why not', async () => {
    const payment = await shop.authorized()
    const answers = await times(50, () => shop.capture(payment))
    const { '200': captured, ...refused } = tally(answers)
    expect(captured).toBe(1)
    expect(
      Object.keys(refused).every((name) =>
        ['400 operation_in_progress', '400 payment_already_captured'].includes(name),
      ),
      JSON.stringify(refused),
    ).toBe(true)
    expect(await namesOf(payment.id)).toEqual(['payment.authorized', 'payment.captured', 'order.paid'])
    expect(await desk.balance()).toBe(10_000 - 236)
    expect(await shop.fetch(payment.order_id)).toMatchObject({ status: 'paid', amount_paid: 10_000 })
  })

  it('with fifty keys do so too', async () => {
    const payment = await shop.authorized()
    const answers = await times(50, (index) =>
      shop.capture(payment, undefined, { idempotencyKey: `k${index}` }),
    )
    expect(tally(answers)['200']).toBe(1)
    expect(await shop.count('simulator_records', "kind = 'capture'")).toBe(1)
  })

  it('of many payments at once, each is captured once', async () => {
    const payments = await times(8, () => shop.authorized(5000))
    const answers = await times(48, (index) => shop.capture(payments[index % 8]))
    expect(tally(answers)['200']).toBe(8)
    expect(await desk.balance()).toBe(8 * (5000 - 118))
  })
})

describe('refunds that together exceed the payment', () => {
  beforeEach(async () => {
    // The fee is not given back, so a full refund needs something else on the balance.
    await shop.captured(1_000_000)
  })

  it('two: one is refused', async () => {
    for (let round = 0; round < 10; round += 1) {
      const payment = await shop.captured()
      const answers = await Promise.all([
        shop.refund(payment, { amount: 6000 }),
        rest.post('/v1/refunds', { payment_id: payment.id, amount: 6000 }),
      ])
      expect(tally(answers)).toEqual({ 201: 1, '400 refund_amount_too_large': 1 })
    }
  })

  it('two of everything: one is refused', async () => {
    for (let round = 0; round < 10; round += 1) {
      const payment = await shop.captured()
      expect(tally(await times(2, () => shop.refund(payment)))).toEqual({
        201: 1,
        '400 payment_already_refunded': 1,
      })
    }
  })

  it('many: exactly as many as fit', async () => {
    const payment = await shop.captured()
    const answers = await times(40, (index) => shop.refund(payment, { amount: index % 2 === 0 ? 900 : 700 }))
    const given = answers
      .filter(({ status }) => status === 201)
      .reduce((sum, { body }) => sum + body.amount, 0)
    const left = 10_000 - given
    expect(left).toBeGreaterThanOrEqual(0)
    expect(left).toBeLessThan(700)
    expect(
      Object.keys(tally(answers))
        .sort()
        .filter((name) => name !== '400 payment_already_refunded'),
    ).toEqual(['201', '400 refund_amount_too_large'])
    expect(await shop.fetch(payment.id)).toMatchObject({ amount_refunded: given })
    expect(
      (await rest.get(`/v1/payments/${payment.id}/refunds?count=100`)).body.items.reduce(
        (sum: number, { amount }: Body) => sum + amount,
        0,
      ),
    ).toBe(given)
  })

  it('with one receipt: one', async () => {
    const payment = await shop.captured()
    const answers = await times(20, () => shop.refund(payment, { amount: 100, receipt: 'same' }))
    expect(tally(answers)).toEqual({ 201: 1, '400 refund_receipt_used': 19 })
  })

  it('of one view by two people: one', async () => {
    const payment = await shop.captured()
    const results = await times(10, () =>
      desk
        .run(
          refundPaymentSeen,
          { id: payment.id, amount: 1000, expected_refundable: 10_000 },
          undefined,
          desk.house,
        )
        .catch((error) => (isAppError(error) ? error.reason : String(error))),
    )
    expect(results.filter((result) => typeof result === 'object')).toHaveLength(1)
    expect(results.filter((result) => result === 'refund_amount_changed')).toHaveLength(9)
  })
})

it('refunds of many payments never take more than the balance', async () => {
  const payments = await times(10, () => shop.captured(10_000))
  const balance = await desk.balance()
  expect(balance).toBe(10 * (10_000 - 236))
  const answers = await times(10, (index) => shop.refund(payments[index]))
  const counts = tally(answers)
  expect(counts).toEqual({ 201: 9, '400 insufficient_balance': 1 })
  expect(await desk.balance()).toBe(balance - 90_000)
  expect(await shop.count('refunds')).toBe(9)
})

describe('capture against expiry', () => {
  const end = async (payment: Body) => {
    await desk.pass(120)
    const { status, captured } = await shop.fetch(payment.id)
    return { status, captured, refunds: await shop.count('refunds', 'payment_id = $1', payment.id) }
  }
  const captured = { status: 'captured', captured: true, refunds: 0 }
  const lapsed = { status: 'refunded', captured: false, refunds: 1 }
  const expire = (payment: Body) =>
    runJob(desk.runtime, 'expire-authorization', {
      account_id: desk.actor.account.id,
      payment_id: payment.id,
    })

  it('the expiry first: the capture is refused', async () => {
    const payment = await shop.authorized()
    await desk.pass(WINDOW + 1)
    expect((await shop.capture(payment)).error.reason).toBe('authorization_lapsed')
    expect(await end(payment)).toEqual(lapsed)
  })

  it('the capture reserved first: the expiry waits and finds it captured', async () => {
    const payment = await shop.authorized()
    const door = gate()
    const mend = between((bank) => ({
      async capture(request) {
        await door.pass()
        return bank.capture(request)
      },
    }))
    await desk.pass(WINDOW)
    const capture = shop.capture(payment)
    await door.arrived
    await desk.pass(5)
    expect(await shop.fetch(payment.id)).toMatchObject({ status: 'authorized' })
    await times(5, () => expire(payment))
    expect(await shop.fetch(payment.id)).toMatchObject({ status: 'authorized' })
    door.open()
    expect((await capture).status).toBe(200)
    mend()
    expect(await end(payment)).toEqual(captured)
  })

  it('the capture refused by the bank in between: the expiry gives back', async () => {
    const payment = await shop.authorized()
    const door = gate()
    const mend = between(() => ({
      async capture() {
        await door.pass()
        return { outcome: 'refused', reason: 'authorization_lapsed' }
      },
    }))
    await desk.pass(WINDOW)
    const capture = shop.capture(payment)
    await door.arrived
    await desk.pass(5)
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
      await shop.rows('UPDATE payments SET capture_by = $2 WHERE id = $1', payment.id, desk.now())
      const before = desk.runtime.clock
      const ahead = { ...desk.runtime, clock: () => before() + 1000 }
      const jobs = times(3, async (index) => {
        for (let turn = 0; turn < (round + index) % 7; turn += 1) await desk.runtime.query('SELECT 1', [])
        await runJob(ahead, 'expire-authorization', {
          account_id: desk.actor.account.id,
          payment_id: payment.id,
        })
      })
      const [answers] = await Promise.all([times(3, () => shop.capture(payment)), jobs])
      const won = answers.some(({ status }) => status === 200)
      expect(await end(payment)).toEqual(won ? captured : lapsed)
      outcomes.add(won ? 'captured' : 'lapsed')
    }
    expect([...outcomes].sort()).toEqual(['captured', 'lapsed'])
  })
})

describe('a refund beside one that fails', () => {
  it('gets what came back or not, and the sum is right either way', async () => {
    await shop.captured(1_000_000)
    for (let round = 0; round < 15; round += 1) {
      const payment = await shop.captured(20_000)
      const failing = (await shop.refund(payment, { amount: 15_013 })).body
      await desk.pass(1)
      // The bank is ready to say that it failed.
      await shop.rows("UPDATE simulator_records SET settles_at = 0 WHERE kind = 'refund'")
      const [others] = await Promise.all([
        times(3, () => shop.refund(payment, { amount: 10_000 })),
        times(3, () =>
          runJob(desk.runtime, 'process-refund', {
            account_id: desk.actor.account.id,
            refund_id: failing.id,
          }),
        ),
      ])
      expect(await shop.fetch(failing.id)).toMatchObject({ status: 'failed' })
      const given = others.filter(({ status }) => status === 201).length
      expect(given).toBeLessThanOrEqual(2)
      expect(await shop.fetch(payment.id)).toMatchObject({ amount_refunded: given * 10_000 })
    }
  })
})

describe('attempts on one order', () => {
  it('by card, captured at once: one pays, the others are refused or go back', async () => {
    for (let round = 0; round < 5; round += 1) {
      const order = await shop.order(10_000, { payment_capture: true })
      const answers = await times(8, () => shop.attempt(order))
      expect(answers.filter(({ body }) => body.status === 'captured')).toHaveLength(1)
      for (const { error } of answers.filter(({ status }) => status !== 201)) {
        expect(['order_has_authorized_payment', 'order_already_paid']).toContain(error.reason)
      }
      await desk.pass(120)
      const payments = (await rest.get(`/v1/orders/${order.id}/payments`)).body.items
      for (const { status, captured } of payments)
        expect([
          ['captured', true],
          ['refunded', false],
        ]).toContainEqual([status, captured])
      expect(payments.filter(({ status }: Body) => status === 'captured')).toHaveLength(1)
      expect(await shop.fetch(order.id)).toMatchObject({ status: 'paid', amount_paid: 10_000 })
      expect((await namesOf(order.id)).filter((name) => name === 'order.paid')).toHaveLength(1)
    }
  })

  it('held at the bank together: the first to be recorded stays, the second goes back', async () => {
    const order = await shop.order()
    const door = gate()
    let waiting = 0
    const mend = between((bank) => ({
      async authorize(request) {
        const answer = await bank.authorize(request)
        waiting += 1
        await door.pass()
        return answer
      },
    }))
    const attempts = times(5, () => shop.attempt(order))
    await expect.poll(() => waiting).toBe(5)
    door.open()
    const answers = await attempts
    mend()
    expect(tally(answers)).toEqual({ 201: 5 })
    await desk.pass(120)
    const payments = (await rest.get(`/v1/orders/${order.id}/payments`)).body.items
    expect(payments.map(({ status }: Body) => status).sort()).toEqual([
      'authorized',
      'refunded',
      'refunded',
      'refunded',
      'refunded',
    ])
    const [kept] = payments.filter(({ status }: Body) => status === 'authorized')
    expect((await shop.capture(kept)).status).toBe(200)
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
      await desk.pass(120)
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
      const job = { account_id: desk.actor.account.id, payment_id: late.id, attempt: 1 }
      await Promise.all([
        times(3, () => runJob(desk.runtime, 'ask-late-reply', job)),
        shop.attempt(order),
        shop.attempt(order, upiOf('success')),
      ])
      await desk.pass(120)
      const payments = (await rest.get(`/v1/orders/${order.id}/payments`)).body.items
      expect(payments.filter(({ captured }: Body) => captured)).toHaveLength(1)
      expect(await shop.fetch(order.id)).toMatchObject({ status: 'paid', amount_paid: 10_000 })
    }
  })
})

describe('the settle round beside a slow request', () => {
  /** Holds up every call after the bank has done its part. */
  function slowBank(call: 'authorize' | 'capture' | 'refund') {
    const door = gate()
    let first = true
    const mend = between((bank) => ({
      async [call](request: never) {
        const answer = await bank[call](request)
        if (first) {
          first = false
          await door.pass()
        }
        return answer
      },
    }))
    return { door, mend }
  }

  it('of a capture: recorded once, and the slow one gets the same end', async () => {
    const payment = await shop.authorized()
    const { door, mend } = slowBank('capture')
    const slow = shop.capture(payment)
    await door.arrived
    expect(await settleReserved(desk.runtime)).toBe(0)
    await desk.pass(30)
    const settled = await times(3, () => settleReserved(desk.runtime))
    expect(settled.reduce((sum, count) => sum + count)).toBe(1)
    expect(await shop.fetch(payment.id)).toMatchObject({ status: 'captured' })
    door.open()
    const answer = await slow
    mend()
    expect([answer.status, answer.body.status]).toEqual([200, 'captured'])
    expect(await namesOf(payment.id)).toEqual(['payment.authorized', 'payment.captured', 'order.paid'])
  })

  it('of a capture that the bank refused: the answer of the first does not end the second', async () => {
    const payment = await shop.authorized()
    const [settling, second] = [gate(), gate()]
    let calls = 0
    const mend = between((bank) => ({
      async capture(request) {
        calls += 1
        // The request, then the round for the same reference, then a new capture that the bank takes.
        if (calls === 3) {
          await second.pass()
          return bank.capture(request)
        }
        if (calls === 2) await settling.pass()
        else await desk.pass(31).then(() => void settle())
        if (calls < 2) await settling.arrived
        return { outcome: 'refused', reason: 'authorization_lapsed' }
      },
    }))
    let settled: Promise<number> = Promise.resolve(0)
    const settle = () => {
      settled = settleReserved(desk.runtime)
    }
    expect((await shop.capture(payment)).error.reason).toBe('authorization_lapsed')
    const again = shop.capture(payment)
    await second.arrived
    settling.open()
    await settled
    second.open()
    const answer = await again
    mend()
    expect([answer.status, answer.body.status]).toEqual([200, 'captured'])
  })

  it('of a payment: recorded once, captured once', async () => {
    const order = await shop.order(10_000, { payment_capture: true })
    const { door, mend } = slowBank('authorize')
    const slow = shop.attempt(order)
    await door.arrived
    await desk.pass(30)
    await times(3, () => settleReserved(desk.runtime))
    door.open()
    const answer = await slow
    mend()
    expect(answer.status).toBe(201)
    expect(await namesOf(order.id)).toEqual(['payment.authorized', 'payment.captured', 'order.paid'])
    expect(await shop.fetch(answer.body.id)).toMatchObject({ status: 'captured' })
  })

  it('of a refund: recorded once', async () => {
    const payment = await shop.captured(20_000)
    const { body } = await shop.refund(payment, { amount: 1000, speed: 'optimum' })
    const { door, mend } = slowBank('refund')
    const job = { account_id: desk.actor.account.id, refund_id: body.id }
    const slow = runJob(desk.runtime, 'process-refund', job)
    await door.arrived
    desk.jobs.length = 0
    await desk.pass(30)
    await Promise.all([settleReserved(desk.runtime), runJob(desk.runtime, 'process-refund', job)])
    door.open()
    await slow
    mend()
    expect((await namesOf(payment.id)).filter((name) => name.startsWith('refund.'))).toEqual([
      'refund.created',
      'refund.processed',
    ])
  })

  it('that the bank never heard of: the house gives it up, and takes it back when the bank has it after all', async () => {
    const order = await shop.order(10_000, { payment_capture: true })
    const door = gate()
    const mend = between((bank) => ({
      async authorize(request) {
        await door.pass()
        return bank.authorize(request)
      },
    }))
    const slow = shop.attempt(order)
    await door.arrived
    await desk.pass(30)
    expect(await settleReserved(desk.runtime)).toBe(1)
    const [failed] = (await rest.get(`/v1/orders/${order.id}/payments`)).body.items
    expect(failed).toMatchObject({ status: 'failed', error_reason: 'payment_timed_out' })
    door.open()
    const answer = await slow
    mend()
    expect([answer.status, answer.body.id, answer.body.status]).toEqual([201, failed.id, 'captured'])
    expect(await namesOf(order.id)).toEqual([
      'payment.failed',
      'payment.authorized',
      'payment.captured',
      'order.paid',
    ])
  })

  it('with a bank that answers after the desk has lost patience', async () => {
    const slow = await openDesk({ settings: { SIMULATOR_LATENCY_MS: '300', ACQUIRER_TIMEOUT_MS: '100' } })
    try {
      const there = await openRest(slow)
      const theirs = shopOf(there, slow)
      const order = await theirs.order(10_000, { payment_capture: true })
      const answer = await theirs.attempt(order)
      expect([answer.status, answer.error.reason, answer.error.code]).toEqual([
        502,
        'acquirer_unavailable',
        'GATEWAY_ERROR',
      ])
      const mended = slow.runtime.acquirer
      const { acquirer } = await openDeskLike(slow)
      slow.runtime.acquirer = acquirer
      // First the authorization, then the capture that it begins.
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

  /** The same bank, as a server in front of which it answers in time. */
  async function openDeskLike(slow: Desk) {
    const { createRuntime } = await import('#lib/runtime.ts')
    const { loadEnv } = await import('#lib/env.ts')
    const env = loadEnv({ DATABASE_URL: slow.url, SECRET_KEY: Buffer.alloc(32).toString('base64') })
    return createRuntime({
      database: slow.database,
      env,
      clock: slow.runtime.clock,
      queue: { enqueue: async () => {}, boss: {} } as never,
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
        runJob(desk.runtime, 'process-refund', {
          account_id: desk.actor.account.id,
          refund_id: refunds[index % 5]?.body.id,
        }),
      )
      await shop.rows(
        "UPDATE simulator_records SET settles_at = 0 WHERE kind = 'refund' AND settles_at IS NOT NULL",
      )
    }
    await desk.pass(60)
    const states = await Promise.all(refunds.map(async ({ body }) => (await shop.fetch(body.id)).status))
    expect(states).toEqual(['failed', 'processed', 'processed', 'processed', 'processed'])
  })

  it('an expiry is one refund', async () => {
    const payment = await shop.authorized()
    await shop.rows('UPDATE payments SET capture_by = $2 WHERE id = $1', payment.id, desk.now() - 1)
    await times(20, () =>
      runJob(desk.runtime, 'expire-authorization', {
        account_id: desk.actor.account.id,
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
      runJob(desk.runtime, 'ask-late-reply', {
        account_id: desk.actor.account.id,
        payment_id: payment.id,
        attempt: 1,
      }),
    )
    expect(await namesOf(payment.id)).toEqual(['payment.authorized', 'payment.captured', 'order.paid'])
  })
})

describe('a payer in a hurry', () => {
  it('who sends the password ten times pays once', async () => {
    const order = await shop.order(10_000, { payment_capture: true })
    const begun = await desk.run(beginPayment, {
      ...payer,
      order_id: order.id,
      amount: 10_000,
      method: 'card',
      card: goodCard,
    })
    expect(begun).toMatchObject({ status: 'created', next: 'otp' })
    const results = await times(10, () =>
      desk
        .run(confirmPayment, { id: begun.id, order_id: order.id, response: { otp: '123456' } })
        .catch((error) => (isAppError(error) ? error.reason : String(error))),
    )
    for (const result of results) {
      if (typeof result === 'string') expect(result).toBe('operation_in_progress')
      else expect(['captured', 'authorized']).toContain(result.status)
    }
    expect(await shop.fetch(begun.id)).toMatchObject({ status: 'captured' })
    expect(await namesOf(order.id)).toEqual(['payment.authorized', 'payment.captured', 'order.paid'])
  })

  it('who approves and refuses at once gets one of the two', async () => {
    for (let round = 0; round < 8; round += 1) {
      const order = await shop.order(10_000, { payment_capture: true })
      const begun = await desk.run(beginPayment, {
        ...payer,
        order_id: order.id,
        amount: 10_000,
        method: 'netbanking',
        bank: 'HDFC',
      })
      await times(4, (index) =>
        desk
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

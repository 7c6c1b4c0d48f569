import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEAD_AFTER } from '#lib/database/heartbeat.ts'
import { JOINED, type Killable, openKillable, paymentOf, until } from './instance.ts'

/**
 * How long after the next start the work of the dead process is taken over at the latest, in milliseconds. Without
 * heartbeats a keyed request waited for 30 s and a job for 60 s.
 */
const TAKEN_OVER_MS = DEAD_AFTER * 1000 + 24_000

/** Kills the server with -9 after the bank has executed the call and before the server has recorded it. */
describe.each(JOINED)('a kill between call and record, writes %s,', (_, JOIN_WRITES) => {
  let instance: Killable
  beforeAll(async () => {
    instance = await openKillable('bank-call', { JOIN_WRITES })
  })
  afterAll(async () => {
    expect(await instance.doctor()).toMatchObject({ ok: true })
    await instance.stop()
  })

  const order = async (amount: number, payment_capture = false) =>
    (
      await instance.insist(
        'POST',
        '/orders',
        { amount, currency: 'INR', payment_capture },
        `order-${amount}`,
      )
    ).body
  const statusOf = async (path: string) => (await instance.ask('GET', path)).body.status

  it('captures once, and the repeat gets the same response', async () => {
    await instance.start('capture')
    const made = await order(51_000)
    const payment = (
      await instance.insist('POST', '/payments/create/json', paymentOf(made, 51_000), 'pay-51000')
    ).body
    expect(payment.status).toBe('authorized')
    const path = `/payments/${payment.id}/capture`
    await expect(instance.ask('POST', path, { amount: 51_000 }, 'capture-51000')).rejects.toThrow()
    await instance.gone()

    await instance.start()
    const started = performance.now()
    await until(
      'the settle task captured it',
      300_000,
      async () => (await statusOf(`/payments/${payment.id}`)) === 'captured',
    )
    const repeat = await instance.insist('POST', path, { amount: 51_000 }, 'capture-51000')
    expect(repeat).toMatchObject({
      status: 200,
      body: { id: payment.id, status: 'captured', fee: 1204, tax: 184 },
    })
    expect(performance.now() - started).toBeLessThan(TAKEN_OVER_MS)
    expect(await instance.insist('POST', path, { amount: 51_000 }, 'another')).toMatchObject({
      status: 400,
      body: { error: { reason: 'payment_already_captured' } },
    })
    expect((await instance.ask('GET', `/orders/${made.id}`)).body).toMatchObject({
      status: 'paid',
      amount_paid: 51_000,
    })
    await instance.stop()
  })

  it('finds a payment that the bank authorized, and captures it as the order says', async () => {
    await instance.start('authorize')
    const made = await order(52_000, true)
    await expect(
      instance.ask('POST', '/payments/create/json', paymentOf(made, 52_000), 'pay-52000'),
    ).rejects.toThrow()
    await instance.gone()

    await instance.start()
    const started = performance.now()
    await until('the order is paid', 300_000, async () => (await statusOf(`/orders/${made.id}`)) === 'paid')
    const repeat = await instance.insist(
      'POST',
      '/payments/create/json',
      paymentOf(made, 52_000),
      'pay-52000',
    )
    expect(repeat).toMatchObject({ status: 201, body: { status: 'captured', order_id: made.id } })
    expect(performance.now() - started).toBeLessThan(TAKEN_OVER_MS)
    expect((await instance.ask('GET', `/orders/${made.id}`)).body).toMatchObject({
      attempts: 1,
      amount_paid: 52_000,
    })
    await instance.stop()
  })

  it('refunds once', async () => {
    await instance.start('refund')
    const made = await order(53_000, true)
    const payment = (
      await instance.insist('POST', '/payments/create/json', paymentOf(made, 53_000), 'pay-53000')
    ).body
    // The worker calls the bank and is killed there, perhaps before this response is sent.
    const request = instance
      .ask('POST', `/payments/${payment.id}/refund`, { amount: 20_000, speed: 'optimum' }, 'refund-53000')
      .catch(() => {})
    await instance.gone()
    await request

    await instance.start()
    const refund = (
      await instance.insist(
        'POST',
        `/payments/${payment.id}/refund`,
        { amount: 20_000, speed: 'optimum' },
        'refund-53000',
      )
    ).body
    await until(
      'the refund is processed',
      TAKEN_OVER_MS,
      async () => (await statusOf(`/refunds/${refund.id}`)) === 'processed',
    )
    expect((await instance.ask('GET', `/payments/${payment.id}`)).body).toMatchObject({
      amount_refunded: 20_000,
      refund_status: 'partial',
    })
    expect((await instance.ask('GET', `/payments/${payment.id}/refunds`)).body.count).toBe(1)
  })
})

describe('a database that ends while the bank is called', () => {
  let instance: Killable
  beforeAll(async () => {
    instance = await openKillable('bank-call', { SIMULATOR_LATENCY_MS: '400' })
    await instance.start()
  })
  afterAll(async () => {
    expect(await instance.doctor()).toMatchObject({ ok: true })
    await instance.stop()
  })

  /**
   * A capture whose process lost the database between the call and the record. Where the database is back before the bank
   * responds, the capture succeeds, so the database is ended at other times until one is cut.
   */
  async function cutCapture() {
    for (const [at, pause] of [350, 380, 300, 395, 320, 390].entries()) {
      const amount = 54_000 + at
      const order = { amount, currency: 'INR' }
      const made = (await instance.insist('POST', '/orders', order, `order-${amount}`)).body
      const pay = paymentOf(made, amount)
      const payment = (await instance.insist('POST', '/payments/create/json', pay, `pay-${amount}`)).body
      const capture = ['POST', `/payments/${payment.id}/capture`, { amount }, `capture-${amount}`] as const
      const cut = instance.ask(...capture)
      await sleep(pause)
      instance.killDatabase()
      const { status } = await cut
      if (status === 503) return capture
      expect(status).toBe(200)
    }
    throw new Error('No capture was cut.')
  }

  it('keeps a repeat with the same key waiting for 2 seconds at most once it responds', async () => {
    const capture = await cutCapture()
    const repeated = instance.insist(...capture, 20).then(({ status }) => ({ status, at: performance.now() }))
    await until(
      'the database responds',
      60_000,
      async () => (await instance.ask('GET', '/orders')).status === 200,
    )
    const availableAt = performance.now()
    const { status, at } = await repeated
    expect(status).toBe(200)
    expect(at - availableAt).toBeLessThan(2000)
  })
})

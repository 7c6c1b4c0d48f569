import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { openRest, type Rest } from '#lib/testing/rest.ts'
import { type Shop, shopOf, upiOf } from '#lib/testing/shop.ts'
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

const namesOf = async (id: string) => (await shop.events(id)).map(({ event }) => event)

describe('a bank that responds late', () => {
  async function timedOut(payment_capture = false, of?: { id: string; amount: number; currency: string }) {
    const order = of ?? (await shop.order(10_000, { payment_capture }))
    const { error } = await shop.attempt(order, upiOf('late'))
    expect(error.reason).toBe('payment_timed_out')
    const payment = await shop.fetch(error.metadata.payment_id as string)
    expect(payment).toMatchObject({ status: 'failed', error_reason: 'payment_timed_out' })
    return payment
  }

  it('turns a failed payment into an authorized one, whose error is gone', async () => {
    const payment = await timedOut()
    await instance.pass(40)
    expect(await shop.fetch(payment.id)).toMatchObject({
      status: 'authorized',
      captured: false,
      error_code: null,
      error_description: null,
      error_source: null,
      error_step: null,
      error_reason: null,
    })
    expect(await namesOf(payment.id)).toEqual(['payment.failed', 'payment.authorized'])
    const [, authorized] = await shop.events(payment.id)
    expect(authorized).toMatchObject({ actor_kind: 'system', actor_id: 'ask-late-reply' })
    expect(await shop.fetch(payment.order_id)).toMatchObject({ status: 'attempted', attempts: 1 })
    expect((await shop.capture(payment)).status).toBe(200)
  })

  it('leaves an audit line of the platform', async () => {
    const payment = await timedOut()
    await instance.pass(40)
    expect(
      (await shop.lines(payment.id)).map(({ action, actor_kind, actor_name }) => [
        action,
        actor_kind,
        actor_name,
      ]),
    ).toContainEqual(['ask_late_reply', 'system', 'ask-late-reply'])
  })

  it('captures at once when the order says so', async () => {
    const payment = await timedOut(true)
    await instance.pass(40)
    expect(await shop.fetch(payment.id)).toMatchObject({ status: 'captured', captured: true, fee: 236 })
    expect(await shop.fetch(payment.order_id)).toMatchObject({ status: 'paid', attempts: 1 })
    expect(await namesOf(payment.id)).toEqual([
      'payment.failed',
      'payment.authorized',
      'payment.captured',
      'order.paid',
    ])
  })

  it('on an order that another payment has paid gives the money back, uncaptured', async () => {
    const payment = await timedOut(true)
    const other = await shop.pay(await shop.fetch(payment.order_id))
    expect(other.status).toBe('captured')
    const before = await instance.balance()
    await instance.pass(120)
    expect(await shop.fetch(payment.id)).toMatchObject({
      status: 'refunded',
      captured: false,
      refund_status: 'full',
      amount_refunded: 10_000,
      fee: null,
      tax: null,
    })
    const { items } = (await rest.get(`/v1/payments/${payment.id}/refunds`)).body
    expect(items).toEqual([
      expect.objectContaining({
        amount: 10_000,
        status: 'processed',
        speed_requested: 'normal',
        payment_id: payment.id,
      }),
    ])
    expect(await instance.balance()).toBe(before)
    expect(await shop.fetch(payment.order_id)).toMatchObject({
      status: 'paid',
      amount_paid: 10_000,
      attempts: 2,
    })
    expect(await namesOf(payment.id)).toEqual([
      'payment.failed',
      'payment.authorized',
      'refund.created',
      'refund.processed',
    ])
    expect(await shop.postings(payment.id)).toEqual([
      ['authorize', 'bank', 'authorized_payments', 10_000],
      ['refund', 'authorized_payments', 'refunds_pending', 10_000],
      ['refund_processed', 'refunds_pending', 'bank', 10_000],
    ])
  })

  it('on an order that holds another payment gives the money back as well', async () => {
    const payment = await timedOut()
    const pending = await shop.pay(await shop.fetch(payment.order_id))
    await instance.pass(120)
    expect(await shop.fetch(payment.id)).toMatchObject({ status: 'refunded', captured: false })
    expect(await shop.fetch(pending.id)).toMatchObject({ status: 'authorized' })
    expect((await shop.capture(pending)).status).toBe(200)
  })

  it('for a part that is more than is left by then gives the money back as well', async () => {
    const order = await shop.order(10_000, { partial_payment: true, payment_capture: true })
    const { error } = await shop.attempt(order, upiOf('late'), { amount: 6000 })
    await shop.pay(order, undefined, { amount: 5000 })
    await instance.pass(120)
    expect(await shop.fetch(error.metadata.payment_id as string)).toMatchObject({
      status: 'refunded',
      captured: false,
    })
    expect(await shop.fetch(order.id)).toMatchObject({ status: 'attempted', amount_paid: 5000 })
    await shop.pay(order, undefined, { amount: 5000 })
    expect(await shop.fetch(order.id)).toMatchObject({ status: 'paid', amount_paid: 10_000 })
  })

  it('is asked a few times and then believed', async () => {
    const order = await shop.order()
    const { error } = await shop.attempt(order, upiOf('late'))
    const id = error.metadata.payment_id as string
    // The bank never responds again.
    await shop.rows('UPDATE simulator_records SET settles_at = NULL, final = NULL')
    await instance.pass(30 * DAY)
    expect(await shop.fetch(id)).toMatchObject({ status: 'failed', error_reason: 'payment_timed_out' })
    expect(instance.jobs).toEqual([])
    expect(await namesOf(id)).toEqual(['payment.failed'])
  })

  it('is not asked about a payment that was declined', async () => {
    await shop.attempt(await shop.order(), upiOf('failure'))
    expect(instance.jobs).toEqual([])
  })
})

describe('a payment that waits in the payer’s app', () => {
  it('is created until the bank responds, and does not block the order', async () => {
    const order = await shop.order(10_000, { payment_capture: true })
    const payment = await shop.pay(order, upiOf('pending'))
    expect(payment).toMatchObject({ status: 'created', error_reason: null })
    expect(await namesOf(payment.id)).toEqual([])
    await instance.pass(40)
    expect(await shop.fetch(payment.id)).toMatchObject({ status: 'captured' })
    expect(await namesOf(payment.id)).toEqual(['payment.authorized', 'payment.captured', 'order.paid'])
  })

  it('twice on one order: one pays, the other goes back', async () => {
    const order = await shop.order(10_000, { payment_capture: true })
    const one = await shop.pay(order, upiOf('pending'))
    const two = await shop.pay(order, upiOf('pending'))
    await instance.pass(200)
    const states = (await Promise.all([one, two].map(({ id }) => shop.fetch(id))))
      .map(({ status, captured }) => [status, captured])
      .sort()
    expect(states).toEqual([
      ['captured', true],
      ['refunded', false],
    ])
    expect(await shop.fetch(order.id)).toMatchObject({ status: 'paid', amount_paid: 10_000, attempts: 2 })
    expect((await namesOf(order.id)).filter((name) => name === 'order.paid')).toHaveLength(1)
  })

  it('fails when the bank never responds', async () => {
    const payment = await shop.pay(await shop.order(), upiOf('pending'))
    await shop.rows('UPDATE simulator_records SET settles_at = NULL, final = NULL')
    await instance.pass(30 * DAY)
    expect(await shop.fetch(payment.id)).toMatchObject({
      status: 'failed',
      error_reason: 'payment_timed_out',
    })
    expect(instance.jobs).toEqual([])
  })

  it('is asked about again while another request asks', async () => {
    const payment = await shop.pay(await shop.order(), upiOf('pending'))
    await shop.rows("UPDATE payments SET operation = 'authorize' WHERE id = $1", payment.id)
    await instance.pass(40)
    expect(await shop.fetch(payment.id)).toMatchObject({ status: 'created' })
    await shop.rows('UPDATE payments SET operation = NULL WHERE id = $1', payment.id)
    await instance.pass(60)
    expect(await shop.fetch(payment.id)).toMatchObject({ status: 'authorized' })
  })
})

describe('a payment that is not captured in time', () => {
  const window = 259_200

  it('is refunded in full by the platform, with captured false', async () => {
    const payment = await shop.authorized()
    await instance.pass(window)
    expect(await shop.fetch(payment.id)).toMatchObject({ status: 'authorized' })
    await instance.pass(1)
    expect(await shop.fetch(payment.id)).toMatchObject({
      status: 'refunded',
      captured: false,
      refund_status: 'full',
      amount_refunded: 10_000,
      fee: null,
      tax: null,
    })
    const { items } = (await rest.get(`/v1/payments/${payment.id}/refunds`)).body
    expect(items).toHaveLength(1)
    await instance.pass(60)
    expect(await shop.fetch(items[0].id)).toMatchObject({
      status: 'processed',
      speed_processed: 'normal',
      amount: 10_000,
    })
    expect(await instance.balance()).toBe(0)
    expect(await namesOf(payment.id)).toEqual(['payment.authorized', 'refund.created', 'refund.processed'])
    expect((await shop.events(payment.id))[1]).toMatchObject({
      actor_kind: 'system',
      actor_id: 'expire-authorization',
    })
    expect(await shop.fetch(payment.order_id)).toMatchObject({
      status: 'attempted',
      amount_paid: 0,
      amount_due: 10_000,
    })
  })

  it('can be captured to the last second', async () => {
    const payment = await shop.authorized()
    await instance.pass(window)
    expect((await shop.capture(payment)).status).toBe(200)
    await instance.pass(10)
    expect(await shop.fetch(payment.id)).toMatchObject({ status: 'captured', refund_status: null })
  })

  it('leaves a line in the audit trail, and a payment that was captured leaves none', async () => {
    const [lapsed, captured] = [await shop.authorized(), await shop.authorized()]
    await shop.capture(captured)
    await instance.pass(window + 10)
    const actions = async (id: string) =>
      (await shop.lines(id)).map(({ action, actor_kind }) => [action, actor_kind])
    expect(await actions(lapsed.id)).toContainEqual(['expire_authorization', 'system'])
    expect((await actions(captured.id)).map(([action]) => action)).not.toContain('expire_authorization')
  })

  it('is not refunded twice, however often the job runs', async () => {
    const payment = await shop.authorized()
    instance.jobs.push(
      ...instance.jobs.map((job) => ({ ...job })),
      ...instance.jobs.map((job) => ({ ...job, at: job.at + 5 })),
    )
    await instance.pass(window + 100)
    expect((await rest.get(`/v1/payments/${payment.id}/refunds`)).body.count).toBe(1)
  })

  it('is authorized again when the bank declines its refund, cannot be captured, and is retried the next day', async () => {
    const payment = await shop.authorized(10_013)
    await instance.pass(window + 100)
    expect(await shop.fetch(payment.id)).toMatchObject({
      status: 'authorized',
      amount_refunded: 0,
      refund_status: null,
    })
    expect((await shop.capture(payment)).error.reason).toBe('authorization_lapsed')
    expect(await namesOf(payment.id)).toEqual(['payment.authorized', 'refund.created', 'refund.failed'])
    await instance.pass(DAY)
    expect(await namesOf(payment.id)).toEqual([
      'payment.authorized',
      'refund.created',
      'refund.failed',
      'refund.created',
      'refund.failed',
    ])
    // The order has been free since the first timeout.
    expect(await shop.pay(await shop.fetch(payment.order_id))).toMatchObject({ status: 'authorized' })
  })

  it('waits for a capture that is under way', async () => {
    const payment = await shop.authorized()
    await shop.rows("UPDATE payments SET operation = 'capture' WHERE id = $1", payment.id)
    await instance.pass(window + 1)
    expect(await shop.fetch(payment.id)).toMatchObject({ status: 'authorized' })
    await shop.rows('UPDATE payments SET operation = NULL WHERE id = $1', payment.id)
    await instance.pass(60)
    expect(await shop.fetch(payment.id)).toMatchObject({ status: 'refunded' })
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { openRest, type Rest } from '#lib/testing/rest.ts'
import { cardOf, type Shop, shopOf, upiOf } from '#lib/testing/shop.ts'

let instance: Instance
let rest: Rest
let shop: Shop
beforeAll(async () => {
  instance = await openInstance()
  rest = await openRest(instance)
  shop = shopOf(rest, instance)
})
afterAll(async () => {
  expect(await instance.violations()).toEqual([])
  await instance.close()
})

describe('capture', () => {
  it('takes the money of an authorized payment, pays the order, posts the fee and tells of it', async () => {
    const payment = await shop.authorized(125_000)
    const before = await instance.balance()
    const response = await shop.capture(payment)
    expect(response.status).toBe(200)
    const { service_payment_id: _p, service_order_id: _o, service_signature: _s, ...shown } = payment
    expect(response.body).toEqual({
      ...shown,
      status: 'captured',
      captured: true,
      fee: 2950,
      tax: 450,
      authorized_until: null,
      captured_at: instance.now(),
    })
    expect(await shop.fetch(payment.id)).toEqual(response.body)
    expect(await shop.fetch(payment.order_id)).toMatchObject({
      status: 'paid',
      amount_paid: 125_000,
      amount_due: 0,
    })
    expect(await instance.balance()).toBe(before + 125_000 - 2950)
    expect(await shop.postings(payment.id)).toEqual([
      ['authorize', 'bank', 'authorized_payments', 125_000],
      ['capture', 'authorized_payments', 'merchant_balance', 125_000],
      ['capture', 'merchant_balance', 'fees', 2500],
      ['capture', 'merchant_balance', 'tax', 450],
    ])
    const events = await shop.events(payment.id)
    expect(events.map(({ event }) => event)).toEqual(['payment.authorized', 'payment.captured', 'order.paid'])
    expect(events[1].request_id).toBe(response.headers.get('x-request-id'))
    const lines = (await shop.lines(payment.id)).filter(({ action }) => action === 'capture_payment')
    expect(lines).toEqual([
      expect.objectContaining({
        actor_kind: 'key',
        actor_id: instance.key.id,
        request_id: response.headers.get('x-request-id'),
      }),
    ])
  })

  it.each([
    [100, 2, 0],
    [14_125, 334, 51],
    [25_025, 591, 90],
    [50_000_000_000, 1_180_000_000, 180_000_000],
  ])('of %d takes a fee of %d, %d of it tax', async (amount, fee, tax) => {
    const payment = await shop.authorized(amount)
    expect((await shop.capture(payment)).body).toMatchObject({ fee, tax })
  })

  it('takes the currency when it is the right one', async () => {
    const payment = await shop.authorized()
    expect((await shop.capture(payment, { amount: 10_000, currency: 'INR' })).status).toBe(200)
  })

  it('is read from a form', async () => {
    const payment = await shop.authorized()
    const response = await rest.call('POST', `/v1/payments/${payment.id}/capture`, {
      form: { amount: '10000', currency: 'INR' },
    })
    expect([response.status, response.body.status]).toEqual([200, 'captured'])
  })

  it('of a payment without a fee posts none', async () => {
    await shop.rows('UPDATE accounts SET fee_basis_points = 0 WHERE id = $1', instance.merchant.accounts.test)
    await instance.pass(2)
    const payment = await shop.captured()
    await shop.rows(
      'UPDATE accounts SET fee_basis_points = 200 WHERE id = $1',
      instance.merchant.accounts.test,
    )
    await instance.pass(2)
    expect(payment).toMatchObject({ fee: 0, tax: 0 })
    expect((await shop.postings(payment.id)).map(([kind]) => kind)).toEqual(['authorize', 'capture'])
  })
})

describe('capture is rejected, each time with its own reason', () => {
  const reasonOf = (response: {
    status: number
    error: { reason: string; step: string; metadata: object }
  }) => [response.status, response.error.reason, response.error.step]

  it('when the payment is captured already', async () => {
    const payment = await shop.captured()
    expect(reasonOf(await shop.capture(payment))).toEqual([
      400,
      'payment_already_captured',
      'payment_capture',
    ])
    await shop.refund(payment, { amount: 5000 })
    expect(reasonOf(await shop.capture(payment))).toEqual([
      400,
      'payment_already_captured',
      'payment_capture',
    ])
  })

  it('when the payment failed', async () => {
    const { error } = await shop.attempt(await shop.order(), cardOf('4100280000060003'))
    const response = await shop.capture({ id: error.metadata.payment_id, amount: 10_000 })
    expect(reasonOf(response)).toEqual([400, 'payment_not_authorized', 'payment_capture'])
    expect(response.error.metadata).toEqual(error.metadata)
  })

  it('when the payment waits for the bank', async () => {
    const payment = await shop.pay(await shop.order(), upiOf('pending'))
    expect(payment.status).toBe('created')
    expect(reasonOf(await shop.capture(payment))).toEqual([400, 'payment_not_authorized', 'payment_capture'])
  })

  it('when another operation on it is under way', async () => {
    const payment = await shop.authorized()
    await shop.rows("UPDATE payments SET operation = 'capture' WHERE id = $1", payment.id)
    const response = await shop.capture(payment)
    expect(reasonOf(response)).toEqual([400, 'operation_in_progress', 'payment_capture'])
    expect(response.error.metadata).toEqual({ payment_id: payment.id, order_id: payment.order_id })
    await shop.rows('UPDATE payments SET operation = NULL WHERE id = $1', payment.id)
    expect((await shop.capture(payment)).status).toBe(200)
  })

  it('when the order is paid by another payment', async () => {
    const order = await shop.order()
    const waiting = await shop.pay(order, upiOf('pending'))
    const first = await shop.pay(order)
    await shop.capture(first)
    // The bank responds to the other payment too late for the order.
    const jobs = instance.jobs.filter(
      ({ name, data }) => name === 'ask-late-reply' && 'payment_id' in data && data.payment_id === waiting.id,
    )
    expect(jobs).toHaveLength(1)
    await instance.pass(31)
    expect(await shop.fetch(waiting.id)).toMatchObject({ status: 'refunded', captured: false })
    expect(reasonOf(await shop.capture(waiting))).toEqual([
      400,
      'order_paid_by_another_payment',
      'payment_capture',
    ])
  })

  it('when the time is over, also before the platform has given the money back', async () => {
    const payment = await shop.authorized()
    await shop.rows('UPDATE payments SET capture_by = $2 WHERE id = $1', payment.id, instance.now() - 1)
    expect(reasonOf(await shop.capture(payment))).toEqual([400, 'authorization_lapsed', 'payment_capture'])
    await instance.pass(259_300)
    expect(reasonOf(await shop.capture(payment))).toEqual([400, 'authorization_lapsed', 'payment_capture'])
  })

  it.each([
    [{ amount: 9999 }, 'capture_amount_mismatch', 'amount'],
    [{ amount: 10_001 }, 'capture_amount_mismatch', 'amount'],
    [{ amount: 10_000, currency: 'USD' }, 'capture_currency_mismatch', 'currency'],
    [{}, 'input_validation_failed', 'amount'],
    [{ amount: '10000.0' }, 'input_validation_failed', 'amount'],
    [{ amount: 10_000, currency: 'EUR' }, 'input_validation_failed', 'currency'],
    [{ amount: 10_000, notes: {} }, 'input_validation_failed', 'notes'],
  ])('when the body is %j', async (body, reason, field) => {
    const payment = await shop.authorized()
    const response = await shop.capture(payment, body)
    expect([response.status, response.error.reason, response.error.field]).toEqual([400, reason, field])
    expect(await shop.fetch(payment.id)).toMatchObject({ status: 'authorized' })
  })

  it('when the bank does not hold the money any more; the payment is free again', async () => {
    const payment = await shop.authorized()
    const { runtime } = instance
    const { acquirer } = runtime
    runtime.acquirer = (account) => ({
      ...acquirer(account),
      capture: async () => ({ outcome: 'refused', reason: 'authorization_lapsed' }),
    })
    const response = await shop.capture(payment).finally(() => {
      runtime.acquirer = acquirer
    })
    expect(reasonOf(response)).toEqual([400, 'authorization_lapsed', 'payment_capture'])
    expect((await shop.rows('SELECT status, operation FROM payments WHERE id = $1', payment.id))[0]).toEqual({
      status: 'authorized',
      operation: null,
    })
    expect(
      await shop.rows(
        "SELECT state FROM bank_operations WHERE payment_id = $1 AND kind = 'capture'",
        payment.id,
      ),
    ).toEqual([{ state: 'failed' }])
  })
})

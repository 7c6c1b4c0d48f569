import { expect } from '@playwright/test'
import Razorpay from 'razorpay'
import { demo } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'

/**
 * A stock client library works when only its host is changed. The types are the library's; the input is that of its
 * documentation.
 */
type Loose = Record<string, (...parameters: unknown[]) => Promise<Record<string, unknown>>>
type Client = {
  orders: Loose
  payments: Loose
  refunds: Loose
  api: { rq: { defaults: { baseURL?: string } } }
}

function client(secret = demo().test.key_secret): Client {
  const instance = new Razorpay({ key_id: demo().test.key_id, key_secret: secret }) as unknown as Client
  instance.api.rq.defaults.baseURL = process.env.BASE_URL ?? ''
  return instance
}

const card = {
  number: '4100280000001007',
  name: 'Test Payer',
  expiry_month: '12',
  expiry_year: '30',
  cvv: '123',
}
const from = { currency: 'INR', email: 'payer@example.com', contact: '9876543210' }
let serial = 0
const receipt = () => `client-${process.pid}-${Date.now()}-${serial++}`.slice(0, 40)

async function orderOf(amount: number, more: object = {}) {
  return (await client().orders.create?.({ amount, currency: 'INR', receipt: receipt(), ...more })) as {
    id: string
  } & Record<string, unknown>
}
async function pay(amount: number, more: object = {}) {
  const order = await orderOf(amount, more)
  const payment = await client().payments.createPaymentJson?.({
    ...from,
    amount,
    order_id: order.id,
    method: 'card',
    card,
  })
  return { order, payment: payment as { id: string } & Record<string, unknown> }
}
/** What the client throws: the status and the error property of the body. */
const errorOf = (call: Promise<unknown> | undefined) =>
  (call ?? Promise.resolve()).then(
    (response) => ({ statusCode: 200, error: { answer: response } as Record<string, unknown> }),
    (thrown: { statusCode: number; error: Record<string, unknown> }) => thrown,
  )

test('orders: create, fetch, list, edit, payments of one', async () => {
  const { orders } = client()
  const order = await orderOf(125_000, { notes: { shop: 'one' } })
  expect(order).toMatchObject({
    entity: 'order',
    amount: 125_000,
    amount_paid: 0,
    amount_due: 125_000,
    status: 'created',
    attempts: 0,
  })
  expect(await orders.fetch?.(order.id)).toEqual(order)
  expect(await orders.all?.({ receipt: order.receipt })).toMatchObject({
    entity: 'collection',
    count: 1,
    items: [{ id: order.id }],
  })
  expect(
    await orders.all?.({ count: 2, skip: 1, from: 1_600_000_000, to: '2035-01-01T00:00:00.500Z' }),
  ).toMatchObject({
    count: 2,
  })
  expect(await orders.edit?.(order.id, { notes: { shop: 'two' } })).toMatchObject({ notes: { shop: 'two' } })
  expect(await orders.fetchPayments?.(order.id)).toEqual({ entity: 'collection', count: 0, items: [] })
})

test('a payment: made, signed, captured, refunded in part, expanded', async () => {
  const { payments, refunds, orders } = client()
  const { order, payment } = await pay(125_000)
  expect(payment).toMatchObject({
    status: 'authorized',
    captured: false,
    fee: null,
    method: 'card',
    service_order_id: order.id,
  })
  const secret = demo().test.key_secret
  const { validatePaymentVerification } = await import('razorpay/dist/utils/razorpay-utils.js')
  const proof = { order_id: order.id, payment_id: payment.id }
  expect(validatePaymentVerification(proof, String(payment.service_signature), secret)).toBe(true)
  expect(validatePaymentVerification(proof, String(payment.service_signature), `${secret}x`)).toBe(false)

  expect(await payments.capture?.(payment.id, 125_000, 'INR')).toMatchObject({
    status: 'captured',
    captured: true,
    fee: 2950,
    tax: 450,
  })
  expect(await orders.fetch?.(order.id)).toMatchObject({ status: 'paid', amount_paid: 125_000 })
  const refund = await payments.refund?.(payment.id, {
    amount: 50_000,
    speed: 'optimum',
    notes: { reason: 'size' },
    receipt: receipt(),
  })
  expect(refund).toMatchObject({
    entity: 'refund',
    amount: 50_000,
    payment_id: payment.id,
    status: 'pending',
    speed_requested: 'optimum',
  })
  await expect
    .poll(async () => (await refunds.fetch?.(refund?.id))?.status, { timeout: 120_000 })
    .toBe('processed')
  expect(await refunds.fetch?.(refund?.id)).toMatchObject({
    speed_processed: 'instant',
    acquirer_data: { rrn: expect.stringMatching(/^\d{12}$/) },
  })
  expect(await refunds.edit?.(refund?.id, { notes: { reason: 'colour' } })).toMatchObject({
    notes: { reason: 'colour' },
  })
  expect(await payments.fetchMultipleRefund?.(payment.id, { count: 5 })).toMatchObject({ count: 1 })
  expect(await payments.fetchRefund?.(payment.id, refund?.id)).toMatchObject({ id: refund?.id })
  expect(await refunds.all?.({ payment_id: payment.id })).toMatchObject({ count: 1 })

  const stored = { entity: 'card', last4: '1007', network: 'Visa', name: 'Test Payer' }
  expect(await payments.fetchCardDetails?.(payment.id)).toMatchObject(stored)
  expect(await payments.fetch?.(payment.id, { 'expand[]': 'card' })).toMatchObject({
    refund_status: 'partial',
    amount_refunded: 50_000,
    card: stored,
  })
  expect(await payments.all?.({ 'expand[]': 'card', count: 100 })).toMatchObject({
    items: expect.arrayContaining([
      expect.objectContaining({ id: payment.id, card: expect.objectContaining(stored) }),
    ]),
  })
  expect(await payments.edit?.(payment.id, { notes: { packed: 'yes' } })).toMatchObject({
    notes: { packed: 'yes' },
  })
  expect(await payments.fetchTransfer?.(payment.id)).toMatchObject({ entity: 'collection', count: 0 })
  expect(JSON.stringify(await payments.fetch?.(payment.id, { 'expand[]': 'card' }))).not.toContain(
    card.number,
  )
})

test('UPI, and an order that captures by itself', async () => {
  const order = await orderOf(30_000, { payment_capture: true })
  const payment = await client().payments.createUpi?.({
    ...from,
    amount: 30_000,
    order_id: order.id,
    vpa: 'success@bank',
  })
  expect(payment).toMatchObject({ status: 'captured', method: 'upi', vpa: 'success@bank' })
  expect(await client().orders.fetch?.(order.id)).toMatchObject({ status: 'paid', attempts: 1 })
})

test('errors arrive as the client knows them', async () => {
  expect(await errorOf(client().orders.create?.({ amount: 99, currency: 'INR' }))).toMatchObject({
    statusCode: 400,
    error: { code: 'BAD_REQUEST_ERROR', field: 'amount', reason: 'input_validation_failed' },
  })
  expect(await errorOf(client().payments.fetch?.('pay_00000000000000'))).toMatchObject({
    statusCode: 404,
    error: { reason: 'record_not_found' },
  })
  expect(await errorOf(client('wrong').payments.all?.())).toMatchObject({
    statusCode: 401,
    error: { code: 'BAD_REQUEST_ERROR' },
  })
  const order = await orderOf(40_000)
  const declined = {
    ...from,
    amount: 40_000,
    order_id: order.id,
    method: 'card',
    card: { ...card, number: '4100280000080001' },
  }
  expect(await errorOf(client().payments.createPaymentJson?.(declined))).toMatchObject({
    statusCode: 400,
    error: {
      reason: 'insufficient_funds',
      metadata: { order_id: order.id, payment_id: expect.stringMatching(/^pay_/) },
    },
  })
  const { payment } = await pay(20_000, { payment_capture: true })
  expect(await errorOf(client().payments.capture?.(payment.id, 20_000, 'INR'))).toMatchObject({
    error: { reason: 'payment_already_captured' },
  })
  expect(await errorOf(client().payments.refund?.(payment.id, { amount: 20_001 }))).toMatchObject({
    error: { reason: 'refund_amount_too_large', field: 'amount' },
  })
})

test('lists take what the client sends: expand in a list, truth values, dates', async () => {
  const { order, payment } = await pay(15_000)
  const { orders, payments, refunds } = client()
  const only = { receipt: order.receipt }
  for (const expand of ['payments', ['payments']]) {
    expect(await orders.all?.({ ...only, 'expand[]': expand })).toMatchObject({
      count: 1,
      items: [{ id: order.id, payments: { entity: 'collection', count: 1, items: [{ id: payment.id }] } }],
    })
  }
  for (const authorized of [1, true, '1'])
    expect(await orders.all?.({ ...only, authorized })).toMatchObject({ count: 1 })
  for (const authorized of [0, false, '0'])
    expect(await orders.all?.({ ...only, authorized })).toMatchObject({ count: 0 })
  for (const expand of ['card', ['card']]) {
    expect(await payments.fetch?.(payment.id, { 'expand[]': expand })).toMatchObject({
      card: { last4: '1007' },
    })
  }
  // The client makes seconds of texts, with a fraction.
  const around = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString()
  expect(await payments.all?.({ from: around(-60_000), to: around(60_000), count: 100 })).toMatchObject({
    items: expect.arrayContaining([expect.objectContaining({ id: payment.id })]),
  })
  expect(await orders.fetchPayments?.(order.id)).toMatchObject({ count: 1, items: [{ id: payment.id }] })

  expect(await payments.capture?.(payment.id, 15_000)).toMatchObject({ status: 'captured' })
  const refund = await payments.refund?.(payment.id)
  expect(refund).toMatchObject({ amount: 15_000, speed_requested: 'normal', notes: [], receipt: null })
  expect(await refunds.fetch?.(refund?.id, { payment_id: payment.id })).toMatchObject({ id: refund?.id })
  expect(await refunds.all?.({ count: 1, skip: 0 })).toMatchObject({ entity: 'collection', count: 1 })
  expect(await payments.fetchMultipleRefund?.(payment.id)).toMatchObject({ count: 1 })
})

test('the client’s callbacks get the same responses', async () => {
  const order = await orderOf(10_000)
  const fetched = await new Promise((resolve, reject) => {
    void client().orders.fetch?.(order.id, (error: unknown, response: unknown) =>
      error ? reject(error) : resolve(response),
    )
  })
  expect(fetched).toEqual(order)
  const refused = await new Promise((resolve) => {
    void client().orders.fetch?.('order_00000000000000', (error: unknown) => resolve(error))
  })
  expect(refused).toMatchObject({ statusCode: 404, error: { reason: 'record_not_found', field: 'id' } })
})

test('what the bank declines, the client gets with its reason, whatever the way to pay', async () => {
  const declines: [object, string][] = [
    [{ method: 'upi', vpa: 'failure@upi' }, 'payment_declined'],
    [{ method: 'card', card: { ...card, number: '5305620000070009' } }, 'authentication_failed'],
    [{ method: 'card', card, otp: '12' }, 'incorrect_otp'],
  ]
  for (const [way, reason] of declines) {
    const order = await orderOf(10_000)
    const { statusCode, error } = await errorOf(
      client().payments.createPaymentJson?.({ ...from, amount: 10_000, order_id: order.id, ...way }),
    )
    expect({ statusCode, reason: error.reason }).toEqual({ statusCode: 400, reason })
    const { payment_id } = error.metadata as { payment_id: string }
    expect(await client().payments.fetch?.(payment_id)).toMatchObject({
      status: 'failed',
      order_id: order.id,
      error_code: error.code,
      error_description: error.description,
      error_source: error.source,
      error_step: error.step,
      error_reason: reason,
    })
  }
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOrder } from '#lib/domain/orders/create.ts'
import { fetchOrder } from '#lib/domain/orders/fetch.ts'
import { capturePayment } from '#lib/domain/payments/capture.ts'
import { createPayment } from '#lib/domain/payments/create.ts'
import { fetchPayment } from '#lib/domain/payments/fetch.ts'
import { fetchAllPayments } from '#lib/domain/payments/fetch-all.ts'
import { listPaymentsForDashboard } from '#lib/domain/payments/list.ts'
import { fetchPaymentTimeline } from '#lib/domain/payments/timeline.ts'
import { refundPayment } from '#lib/domain/refunds/create.ts'
import { fetchRefund } from '#lib/domain/refunds/fetch.ts'
import { goodCard, type Instance, openInstance, payer } from '#lib/testing/instance.ts'

let instance: Instance
beforeAll(async () => {
  instance = await openInstance()
})
afterAll(() => instance.close())

const order = (amount: number, payment_capture = false) =>
  instance.run(createOrder, { amount, currency: 'INR', payment_capture, notes: { shop: 'one' } })
const pay = (order_id: string, amount: number, card = goodCard) =>
  instance.run(createPayment, { ...payer, order_id, amount, method: 'card', card })

describe('a payment', () => {
  it('goes from order to refund', async () => {
    const made = await order(125_000)
    expect(made).toMatchObject({
      entity: 'order',
      amount_due: 125_000,
      status: 'created',
      attempts: 0,
      notes: { shop: 'one' },
    })
    const payment = await pay(made.id, 125_000)
    expect(payment).toMatchObject({
      entity: 'payment',
      status: 'authorized',
      captured: false,
      fee: null,
      method: 'card',
      notes: { shop: 'one' },
    })
    const captured = await instance.run(capturePayment, { id: payment.id, amount: 125_000 })
    expect(captured).toMatchObject({ status: 'captured', captured: true, fee: 2950, tax: 450 })
    expect(await instance.run(fetchOrder, { id: made.id })).toMatchObject({
      status: 'paid',
      amount_paid: 125_000,
      amount_due: 0,
      attempts: 1,
    })
    expect(await instance.balance()).toBe(125_000 - 2950)
    const refund = await instance.run(refundPayment, { id: payment.id, amount: 50_000, speed: 'optimum' })
    expect(refund).toMatchObject({ status: 'pending', acquirer_data: [], speed_processed: null })
    await instance.pass(1)
    expect(await instance.run(fetchRefund, { id: refund.id })).toMatchObject({
      status: 'processed',
      speed_processed: 'instant',
    })
    expect(await instance.run(fetchPayment, { id: payment.id, expand: ['card'] })).toMatchObject({
      status: 'captured',
      refund_status: 'partial',
      amount_refunded: 50_000,
      card: { last4: '1007', network: 'Visa' },
    })
    expect(await instance.balance()).toBe(125_000 - 2950 - 50_000)
    expect(await instance.violations()).toEqual([])
    const { items } = await instance.run(fetchPaymentTimeline, { id: payment.id })
    expect(items.map((item) => item.what)).toEqual([
      'refund.processed',
      'refund.created',
      'order.paid',
      'payment.captured',
      'payment.authorized',
      'payment.created',
    ])
    const listed = await instance.run(listPaymentsForDashboard, {
      q: 'payer@example.com',
      last4: '1007',
      note_key: '',
    })
    expect(listed).toMatchObject({ total: 1, has_newer: false, has_older: false })
    expect(listed.totals[0]?.amounts.captured).toBe(125_000n)
  })

  it('refunds at normal speed once the bank is done, and not before', async () => {
    const payment = await pay((await order(20_000, true)).id, 20_000)
    const refund = await instance.run(refundPayment, { id: payment.id, amount: 10_000 })
    await instance.pass(5)
    expect(await instance.run(fetchRefund, { id: refund.id })).toMatchObject({
      status: 'pending',
      acquirer_data: [],
    })
    await instance.pass(60)
    expect(await instance.run(fetchRefund, { id: refund.id })).toMatchObject({
      status: 'processed',
      speed_processed: 'normal',
    })
    expect(await instance.violations()).toEqual([])
  })

  it('pages by cursor and by offset alike', async () => {
    for (let index = 0; index < 7; index += 1) await pay((await order(10_000)).id, 10_000)
    const all = await instance.run(fetchAllPayments, { count: 100 })
    const first = await instance.run(fetchAllPayments, { count: 3 })
    const second = await instance.run(fetchAllPayments, { count: 3, starting_after: first.items[2]?.id })
    const back = await instance.run(fetchAllPayments, { count: 3, ending_before: second.items[0]?.id })
    expect(second.items).toEqual((await instance.run(fetchAllPayments, { count: 3, skip: 3 })).items)
    expect(back.items).toEqual(first.items)
    expect(all.items.slice(0, 3)).toEqual(first.items)
  })
})

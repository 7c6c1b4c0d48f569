import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOrder } from '#lib/domain/orders/create.ts'
import { capturePayment } from '#lib/domain/payments/capture.ts'
import { createPayment } from '#lib/domain/payments/create.ts'
import { inspectPayment } from '#lib/domain/payments/inspect.ts'
import { browsePayments, countNewerPayments, walkPayments } from '#lib/domain/payments/list.ts'
import { refundPayment } from '#lib/domain/refunds/create.ts'
import { type Desk, goodCard, openDesk, payer } from '#lib/testing/desk.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

async function pay(amount: number, receipt: string, payment_capture = true) {
  const order = await desk.run(createOrder, { amount, currency: 'INR', payment_capture, receipt })
  return desk.run(createPayment, { ...payer, order_id: order.id, amount, method: 'card', card: goodCard })
}

describe('what the desk reads of payments', () => {
  it('walks, counts what is newer and browses in the same order', async () => {
    for (let index = 0; index < 5; index += 1) await pay(10_000 + index, `R-${index}`)
    const first = await desk.run(walkPayments, { count: 3 }, undefined, desk.house)
    const rest = await desk.run(walkPayments, { count: 3, after: first.items[2]?.id }, undefined, desk.house)
    const browsed = await desk.run(browsePayments, {})
    expect([...first.items, ...rest.items]).toEqual(browsed.items)
    const amounts = { authorized: 0n, captured: 50_010n, refunded: 0n }
    expect(browsed).toMatchObject({ total: 5, totals: [{ currency: 'INR', amounts }] })
    expect(await desk.run(countNewerPayments, { than: first.items[2]?.id })).toEqual({ count: 2 })
    expect(await desk.run(countNewerPayments, {})).toEqual({ count: 5 })
    expect(await desk.run(countNewerPayments, { most: 2 })).toEqual({ count: 2 })
    expect(await desk.run(countNewerPayments, { than: first.items[2]?.id, order: 'R-4' })).toEqual({
      count: 1,
    })
  })

  it('inspects a payment with what the rules allow', async () => {
    const held = await pay(50_000, 'R-held', false)
    expect(await desk.run(inspectPayment, { id: held.id })).toMatchObject({
      status: 'authorized',
      receipt: 'R-held',
      order_status: 'attempted',
      card: { network: 'Visa', last4: '1007' },
      network: 'Visa',
      capture_by: desk.now() + 259_200,
      capture_refusal: null,
      refund_refusal: { reason: 'payment_not_captured' },
      refundable: 0,
      expected_fee: 1180,
    })
    await desk.run(capturePayment, { id: held.id, amount: 50_000 })
    await desk.run(refundPayment, { id: held.id, amount: 20_000 })
    expect(await desk.run(inspectPayment, { id: held.id })).toMatchObject({
      capture_refusal: { reason: 'payment_already_captured' },
      refund_refusal: null,
      refundable: 30_000,
      instant_refund: true,
    })
    await desk.run(refundPayment, { id: held.id })
    expect(await desk.run(inspectPayment, { id: held.id })).toMatchObject({
      refundable: 0,
      refund_refusal: { reason: 'payment_already_refunded' },
    })
  })
})

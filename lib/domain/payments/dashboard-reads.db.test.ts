import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOrder } from '#lib/domain/orders/create.ts'
import { capturePayment } from '#lib/domain/payments/capture.ts'
import { createPayment } from '#lib/domain/payments/create.ts'
import { getPaymentDetails, listPaymentsOfPayer } from '#lib/domain/payments/fetch.ts'
import { countNewerPayments, exportPayments, listPaymentsForDashboard } from '#lib/domain/payments/list.ts'
import { refundPayment } from '#lib/domain/refunds/create.ts'
import { goodCard, type Instance, openInstance, payer } from '#lib/testing/instance.ts'

let instance: Instance
beforeAll(async () => {
  instance = await openInstance()
})
afterAll(() => instance.close())

async function pay(amount: number, receipt: string, payment_capture = true) {
  const order = await instance.run(createOrder, { amount, currency: 'INR', payment_capture, receipt })
  return instance.run(createPayment, { ...payer, order_id: order.id, amount, method: 'card', card: goodCard })
}

describe('what the server reads of payments', () => {
  it('exports, counts newer rows and lists in the same order', async () => {
    for (let index = 0; index < 5; index += 1) await pay(10_000 + index, `R-${index}`)
    const first = await instance.run(exportPayments, { count: 3 }, undefined, instance.system)
    const rest = await instance.run(
      exportPayments,
      { count: 3, after: first.items[2]?.id },
      undefined,
      instance.system,
    )
    const listed = await instance.run(listPaymentsForDashboard, {})
    expect([...first.items, ...rest.items]).toEqual(listed.items)
    const amounts = { authorized: 0n, captured: 50_010n, refunded: 0n }
    expect(listed).toMatchObject({ total: 5, totals: [{ currency: 'INR', amounts }] })
    expect(await instance.run(countNewerPayments, { than: first.items[2]?.id })).toEqual({ count: 2 })
    expect(await instance.run(countNewerPayments, {})).toEqual({ count: 5 })
    expect(await instance.run(countNewerPayments, { max: 2 })).toEqual({ count: 2 })
    expect(await instance.run(countNewerPayments, { than: first.items[2]?.id, order: 'R-4' })).toEqual({
      count: 1,
    })
  })

  it('leads from a payment to the other payments and failed attempts of its payer', async () => {
    const paidBy = async (about: { email?: string; contact?: string }, card = goodCard) => {
      const order = await instance.run(createOrder, { amount: 8_800, currency: 'INR', payment_capture: true })
      const made = { ...payer, ...about, order_id: order.id, amount: 8_800, method: 'card' as const, card }
      return (await instance.run(createPayment, made)).id
    }
    const others = async (id: string) => {
      const { items, filter } = await instance.run(listPaymentsOfPayer, { id })
      return { ids: items.map((item) => item.id), filter }
    }
    const [email, contact] = ['Ruhi@example.com', '+919811122233']
    const first = await paidBy({ email, contact })
    const inOtherCase = await paidBy({ email: 'ruhi@example.com', contact: '+919811100000' })
    const samePhone = await paidBy({ email: 'else@example.com', contact })
    expect((await others(first)).ids.sort()).toEqual([inOtherCase, samePhone].sort())
    expect((await others(first)).filter).toEqual({ name: 'email', value: email })
    expect((await others(inOtherCase)).ids).toEqual([first])
    for (let at = 0; at < 8; at += 1) await paidBy({ email, contact })
    expect((await others(first)).ids).toHaveLength(6)
    // Those of a customer record are its own, whatever their email.
    await instance.runtime.query(
      "UPDATE payments SET customer_id = 'cust_NfLw3gQ81xRt0a' WHERE id = ANY($1)",
      [[first, samePhone]],
    )
    expect(await others(first)).toEqual({
      ids: [samePhone],
      filter: { name: 'customer', value: 'cust_NfLw3gQ81xRt0a' },
    })
  })

  it('finds payments by the phone number as people type it, and by its last digits', async () => {
    const order = await instance.run(createOrder, { amount: 7_700, currency: 'INR', payment_capture: true })
    const own = { ...payer, contact: '+919943218210', method: 'card' as const, card: goodCard }
    const { id } = await instance.run(createPayment, { ...own, order_id: order.id, amount: 7_700 })
    for (const typed of ['9943218210', '99432 18210', '+919943218210', '919943218210', '8210', '218210']) {
      const byFilter = await instance.run(listPaymentsForDashboard, { contact: typed })
      expect(
        byFilter.items.map((payment) => payment.id),
        typed,
      ).toEqual([id])
      const bySearch = await instance.run(listPaymentsForDashboard, { q: typed })
      expect(
        bySearch.items.map((payment) => payment.id),
        typed,
      ).toEqual([id])
    }
    for (const typed of ['210', '8211', '+8210', '9943'])
      expect((await instance.run(listPaymentsForDashboard, { contact: typed })).items, typed).toEqual([])
  })

  it('finds what is captured, and what is not', async () => {
    const pending = await pay(50_000, 'R-pending', false)
    const found = async (captured: boolean) =>
      (await instance.run(listPaymentsForDashboard, { captured })).items.map(({ id }) => id)
    expect(await found(false)).toEqual([pending.id])
    expect(await found(true)).not.toContain(pending.id)
    expect((await found(true)).length).toBeGreaterThan(0)
  })

  it('returns the details of a payment with what the rules allow', async () => {
    const pending = await pay(50_000, 'R-held', false)
    expect(await instance.run(getPaymentDetails, { id: pending.id })).toMatchObject({
      status: 'authorized',
      receipt: 'R-held',
      order_status: 'attempted',
      card: { network: 'Visa', last4: '1007' },
      network: 'Visa',
      capture_by: instance.now() + 259_200,
      capture_error: null,
      refund_error: { reason: 'payment_not_captured' },
      receipt_error: { reason: 'payment_not_captured' },
      transfer_error: { reason: 'payment_not_captured' },
      refundable: 0,
      transferable: 0,
      expected_fee: 1180,
    })
    await instance.run(capturePayment, { id: pending.id, amount: 50_000 })
    await instance.run(refundPayment, { id: pending.id, amount: 20_000 })
    expect(await instance.run(getPaymentDetails, { id: pending.id })).toMatchObject({
      capture_error: { reason: 'payment_already_captured' },
      refund_error: null,
      receipt_error: null,
      transfer_error: null,
      refundable: 30_000,
      transferable: 30_000,
      instant_refund: true,
    })
    await instance.run(refundPayment, { id: pending.id })
    expect(await instance.run(getPaymentDetails, { id: pending.id })).toMatchObject({
      refundable: 0,
      refund_error: { reason: 'payment_already_refunded' },
      receipt_error: null,
      transfer_error: { description: 'This payment has no amount left to transfer.' },
    })
    const dollars = await pay(50_000, 'R-dollars')
    await instance.database.prisma.payments.updateMany({
      where: { id: dollars.id },
      data: { currency: 'USD' },
    })
    expect(await instance.run(getPaymentDetails, { id: dollars.id })).toMatchObject({
      transfer_error: { description: 'Wallets support INR only.' },
    })
  })
})

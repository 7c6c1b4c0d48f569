import { afterAll, beforeAll, expect, it } from 'vitest'
import { repairCounts } from '#lib/counters/repair.ts'
import { createOrder } from '#lib/domain/orders/create.ts'
import { createPayment } from '#lib/domain/payments/create.ts'
import { refundPayment } from '#lib/domain/refunds/create.ts'
import { fetchRefundTimeline, getRefundDetails } from '#lib/domain/refunds/fetch.ts'
import { exportRefunds, listRefundsForDashboard } from '#lib/domain/refunds/list.ts'
import { updateRefund } from '#lib/domain/refunds/update.ts'
import { goodCard, type Instance, openInstance, payer } from '#lib/testing/instance.ts'

let instance: Instance
beforeAll(async () => {
  instance = await openInstance()
})
afterAll(() => instance.close())

async function refunds(...amounts: number[]) {
  const order = await instance.run(createOrder, {
    amount: 100_000,
    currency: 'INR',
    payment_capture: true,
    receipt: 'KS-7',
  })
  const payment = await instance.run(createPayment, {
    ...payer,
    order_id: order.id,
    amount: 100_000,
    method: 'card',
    card: goodCard,
  })
  const made = []
  for (const amount of amounts) made.push(await instance.run(refundPayment, { id: payment.id, amount }))
  return made
}

it('lists refunds by state, by who asked and by the reference of the bank, and walks through them', async () => {
  await refunds(10_000, 20_000)
  const none = { pending: 2, processed: 0, failed: 0, overdue: 0 }
  expect((await instance.run(listRefundsForDashboard, {})).tabs).toEqual({ all: 2, ...none })
  // Each with the payer of its payment.
  const { email, contact } = payer
  expect((await instance.run(listRefundsForDashboard, {})).items[0]).toMatchObject({ email, contact })
  await instance.database.pool.query(
    'UPDATE refunds SET created_at = created_at - 20 * 86400 WHERE amount = 10000',
  )
  await instance.database.prisma.$transaction(repairCounts)
  expect(await instance.run(listRefundsForDashboard, { overdue: true })).toMatchObject({
    total: 1,
    totals: [{ currency: 'INR', amounts: { pending: 10_000n, processed: 0n } }],
    tabs: { all: 2, overdue: 1 },
  })
  await instance.pass(60)
  const { items } = await instance.run(listRefundsForDashboard, { status: ['processed'], initiator: 'key' })
  expect(items).toHaveLength(2)
  const data = items[0]?.acquirer_data as Record<string, string>
  expect((await instance.run(listRefundsForDashboard, { reference: Object.values(data)[0] })).items).toEqual([
    items[0],
  ])
  expect((await instance.run(listRefundsForDashboard, { initiator: 'user' })).total).toBe(0)
  const first = await instance.run(exportRefunds, { count: 1 }, undefined, instance.system)
  const rest = await instance.run(
    exportRefunds,
    { count: 5, after: first.items[0]?.id },
    undefined,
    instance.system,
  )
  expect([...first.items, ...rest.items]).toEqual(items)
})

it('shows a refund with its payment, and what happened to it alone', async () => {
  const [first, second] = await refunds(10_000, 20_000)
  if (!first || !second) throw new Error('Both were refunded.')
  await instance.pass(60)
  await instance.run(updateRefund, { id: second.id, notes: { reason: 'Returned' } })
  expect(await instance.run(getRefundDetails, { id: second.id })).toMatchObject({
    id: second.id,
    notes: { reason: 'Returned' },
    payment: { receipt: 'KS-7', amount: 100_000, amount_refunded: 30_000, last4: '1007', method: 'card' },
  })
  const { items } = await instance.run(fetchRefundTimeline, { id: second.id })
  expect(items.map((item) => item.what)).toEqual(['update_refund', 'refund.processed', 'refund.created'])
})

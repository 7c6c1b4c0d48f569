import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOrder } from '#lib/domain/orders/create.ts'
import { fetchActivity } from '#lib/domain/overview/activity.ts'
import { fetchAttention } from '#lib/domain/overview/attention.ts'
import { fetchFirstSteps } from '#lib/domain/overview/first-steps.ts'
import { fetchSplits, fetchTotals, fetchVolume } from '#lib/domain/overview/totals.ts'
import { capturePayment } from '#lib/domain/payments/capture.ts'
import { createPayment } from '#lib/domain/payments/create.ts'
import { refundPayment } from '#lib/domain/refunds/create.ts'
import { listRefundsForDashboard } from '#lib/domain/refunds/list.ts'
import { goodCard, type Instance, openInstance, payer } from '#lib/testing/instance.ts'
import { type Permission, ROLE_PERMISSIONS } from '#lib/values/permissions.ts'
import { DAY } from '#lib/values/time.ts'

let instance: Instance
/** The test begins on Monday 15 June 2026, 12:00 in India. */
let start: number
beforeAll(async () => {
  instance = await openInstance()
  start = instance.now()
})
afterAll(() => instance.close())

async function pay(amount: number, capture: boolean, card = goodCard) {
  const order = await instance.run(createOrder, { amount, currency: 'INR', payment_capture: capture })
  return instance.run(createPayment, { ...payer, order_id: order.id, amount, method: 'card', card })
}

const zone = 'Asia/Kolkata'
const declined = { ...goodCard, number: '4100280000090000' }

describe('the overview', () => {
  it('begins with the first steps', async () => {
    const reader = { ...instance.actor, permissions: new Set(ROLE_PERMISSIONS.viewer) }
    expect(await instance.run(fetchFirstSteps, {}, undefined, reader)).toEqual({
      key_id: null,
      order_id: null,
      payment_id: null,
      webhook_id: null,
      has_payment: false,
      has_history: false,
      has_key: true,
      go_live: null,
      called: false,
      ordered: false,
      captured: false,
      refunded: false,
      delivered: false,
    })
    expect((await instance.run(fetchFirstSteps, {})).key_id).toBe(instance.key.id)
    const stretch = { from: start - DAY, to: start }
    const { current } = await instance.run(fetchTotals, { current: stretch, previous: stretch })
    expect(current).toEqual({
      collected: 0n,
      captured_count: 0,
      succeeded_count: 0,
      ended_count: 0,
      refunded: 0n,
      refund_count: 0,
      returned: 0n,
    })
  })

  it('adds up two stretches, and refunds apart from what was collected', async () => {
    await pay(10_000, true)
    await instance.pass(DAY)
    const captured = await pay(50_000, true)
    await pay(20_000, false)
    await instance.run(refundPayment, { id: captured.id, amount: 50_000 })
    await pay(30_000, true, declined).catch(() => undefined)
    const current = { from: start + DAY - 60, to: instance.now() }
    const previous = { from: start - 60, to: start + 60 }
    expect(await instance.run(fetchTotals, { current, previous })).toEqual({
      current: {
        collected: 50_000n,
        captured_count: 1,
        succeeded_count: 2,
        ended_count: 3,
        refunded: 50_000n,
        refund_count: 1,
        returned: 0n,
      },
      previous: {
        collected: 10_000n,
        captured_count: 1,
        succeeded_count: 1,
        ended_count: 1,
        refunded: 0n,
        refund_count: 0,
        returned: 0n,
      },
    })
  })

  it('draws days as the reader has them', async () => {
    const { points } = await instance.run(fetchVolume, {
      from: start - 60,
      to: instance.now(),
      step: 'day',
      zone,
    })
    expect(points).toEqual([
      { at: '2026-06-15T00', amount: 10_000n, count: 1, failed: 0 },
      { at: '2026-06-16T00', amount: 50_000n, count: 1, failed: 1 },
    ])
    const hours = await instance.run(fetchVolume, {
      from: start - 60,
      to: instance.now(),
      step: 'hour',
      zone: 'UTC',
    })
    expect(hours.points.map((point) => point.at)).toEqual(['2026-06-15T06', '2026-06-16T06'])
    await expect(
      instance.run(fetchVolume, { from: start, to: start, step: 'day', zone: 'Asia/Nowhere' }),
    ).rejects.toThrow('Unknown time zone')
  })

  it('splits by method and by reason', async () => {
    const { methods, reasons } = await instance.run(fetchSplits, { from: start - 60, to: instance.now() })
    expect(methods).toEqual([{ name: 'card', amount: 60_000n, count: 2 }])
    expect(reasons).toHaveLength(1)
    expect(reasons[0]).toMatchObject({ amount: 30_000n, count: 1 })
  })

  it('says what happened once, newest first, and who did it', async () => {
    const { items } = await instance.run(fetchActivity, { count: 4 })
    expect(items.map((item) => item.what)).toEqual([
      'payment.failed',
      'create_order',
      'refund.created',
      'payment.authorized',
    ])
    expect(items[2]).toMatchObject({ amount: 50_000, currency: 'INR', actor_kind: 'key' })
  })

  it('shows what happened to a record only to who may see such records', async () => {
    const shownWith = async (permissions: Permission[]) => {
      const reader = { ...instance.actor, permissions: new Set(permissions) }
      const { items } = await instance.run(fetchActivity, { count: 20 }, undefined, reader)
      return new Set(items.map(({ object_id }) => object_id.split('_')[0]))
    }
    expect(await shownWith(['payments:read'])).toEqual(new Set(['pay']))
    expect(await shownWith(['payments:read', 'orders:read', 'refunds:read', 'keys:read'])).toEqual(
      new Set(['pay', 'order', 'rfnd', 'key']),
    )
  })

  it('needs attention when an authorization is about to expire or a refund takes too long', async () => {
    const nothing = { count: 0, amount: 0n }
    expect(await instance.run(fetchAttention, {})).toMatchObject({
      expiring: nothing,
      overdue: nothing,
      failed: nothing,
    })
    await instance.pass(2 * DAY + 3600)
    expect((await instance.run(fetchAttention, {})).expiring).toMatchObject({ count: 1, amount: 20_000n })
    const payment = await pay(40_000, false)
    await instance.run(capturePayment, { id: payment.id, amount: 40_000 })
    const refund = await instance.run(refundPayment, { id: payment.id, amount: 15_000 })
    await instance.database.pool.query(
      'UPDATE refunds SET created_at = created_at - 20 * 86400 WHERE id = $1',
      [refund.id],
    )
    expect((await instance.run(fetchAttention, {})).overdue).toEqual({ count: 1, amount: 15_000n })
    const without = { ...instance.actor, permissions: new Set<Permission>(['payments:read']) }
    expect((await instance.run(fetchAttention, {}, undefined, without)).overdue).toEqual(nothing)
  })

  it('has as refunded what the ledger has, and apart from it the payments that were never captured', async () => {
    const from = instance.now() + 1
    await instance.pass(60)
    const captured = await pay(70_000, true)
    await pay(25_000, false)
    await instance.run(refundPayment, { id: captured.id, amount: 30_000 })
    await instance.pass(4 * DAY)
    const stretch = { from, to: instance.now() }
    const { current, previous } = await instance.run(fetchTotals, {
      current: stretch,
      previous: { from: from - 60, to: from - 1 },
    })
    const { rows } = await instance.runtime.query<{ refunded: string }>(
      `SELECT sum(debit - credit)::text AS refunded FROM balance_movements
       WHERE account_id = $1 AND kind IN ('refund', 'refund_failed') AND created_at >= $2`,
      [instance.merchant.accounts.test, from],
    )
    expect(current).toMatchObject({ refunded: 30_000n, refund_count: 1 })
    expect(rows).toEqual([{ refunded: '30000' }])
    // The other authorization of these tests has expired, too.
    expect(current.returned).toBe(45_000n)
    expect(previous).toMatchObject({ refunded: 0n, returned: 0n })
    const listed = async (captured: boolean) => {
      const { total, totals } = await instance.run(listRefundsForDashboard, { ...stretch, captured })
      return { total, amounts: totals[0]?.amounts }
    }
    expect(await listed(true)).toEqual({ total: 1, amounts: { processed: 30_000n, pending: 0n, failed: 0n } })
    expect(await listed(false)).toEqual({
      total: 2,
      amounts: { processed: 45_000n, pending: 0n, failed: 0n },
    })
  })

  it('shows some events of a batch, and what happened before it', async () => {
    const before = await pay(90_000, true)
    const captured = await pay(80_000, true)
    const notes = { batch_id: 'bat_NfLw3gQ81xRt0a' }
    for (let at = 0; at < 30; at += 1)
      await instance.run(refundPayment, { id: captured.id, amount: 1_000, notes })
    const { items } = await instance.run(fetchActivity, { count: 12 })
    expect(items.filter(({ batch_id }) => batch_id === notes.batch_id)).toHaveLength(10)
    const others = items.filter(({ batch_id }) => batch_id === null).map(({ object_id }) => object_id)
    expect(others).toContain(captured.id)
    const { items: more } = await instance.run(fetchActivity, { count: 20 })
    expect(more.map(({ object_id }) => object_id)).toContain(before.id)
  })
})

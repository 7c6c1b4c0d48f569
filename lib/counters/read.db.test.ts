import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listOrdersForDashboard } from '#lib/domain/orders/list.ts'
import { fetchSplits, fetchTotals, fetchVolume } from '#lib/domain/overview/totals.ts'
import { fetchAllPayments } from '#lib/domain/payments/fetch-all.ts'
import { listPaymentsForDashboard } from '#lib/domain/payments/list.ts'
import { listRefundsForDashboard } from '#lib/domain/refunds/list.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { DAY } from '#lib/values/time.ts'
import { foldCountChanges } from './fold.ts'
import { repairCounts } from './repair.ts'

const ROWS = 4000
/** So that a second, half an hour and a span of 30 days hold several rows, and some hold none. */
const LENGTH = 70 * DAY

let instance: Instance
let now: number
beforeAll(async () => {
  instance = await openInstance()
  now = instance.now()
  // Half of the changes are folded and half still wait: the reads have to add both.
  await fill(0)
  await instance.database.prisma.$transaction(repairCounts)
  await foldCountChanges(instance.runtime)
  await fill(1)
  await instance.database.prisma.$transaction(repairCounts)
}, 600_000)
afterAll(() => instance.close())

const rows = async (sql: string, values: unknown[] = []) => (await instance.runtime.query(sql, values)).rows

/** Payments in every state, each with its order and some with a refund: the even ones, or the odd ones. */
async function fill(odd: 0 | 1, count = ROWS): Promise<void> {
  await rows(
    `INSERT INTO payments (account_id, id, amount, currency, status, method, captured, amount_refunded, refund_status, error_reason, order_id, capture_by, fee, tax, created_at)
     SELECT $1, 'pay_' || lpad(i::text, 14, '0'), 100 + i * 7919 % 5000, CASE WHEN i % 41 = 0 THEN 'USD' ELSE 'INR' END, status,
            (ARRAY['card', 'upi', 'netbanking', 'wallet'])[1 + i % 4], taken, CASE WHEN status = 'refunded' THEN 100 + i * 7919 % 5000 ELSE 0 END,
            CASE WHEN status = 'refunded' THEN 'full' END, CASE WHEN status = 'failed' AND i % 3 > 0 THEN (ARRAY['incorrect_otp', 'card_expired'])[i % 3] END,
            'order_' || lpad(i::text, 14, '0'), CASE WHEN status = 'authorized' THEN at + 300000 END,
            CASE WHEN taken THEN 1 END, CASE WHEN taken THEN 0 END, at
     FROM (SELECT i, $2::bigint + (i / 3) * 3 * $3::bigint / ${count} - i % 5 * 900 AS at, i % 7 IN (0, 1, 6) OR i % 7 = 4 AND i % 11 > 0 AS taken,
                  (ARRAY['captured', 'captured', 'failed', 'authorized', 'refunded', 'created', 'captured'])[1 + i % 7] AS status
           FROM generate_series(1, ${count}) AS i WHERE i % 2 = $4) AS drawn ON CONFLICT DO NOTHING`,
    [instance.merchant.accounts.test, now - LENGTH, LENGTH, odd],
  )
  await rows(
    `INSERT INTO orders (account_id, id, amount, amount_paid, currency, status, authorized, payment_capture, created_at)
     SELECT account_id, order_id, amount, CASE WHEN captured THEN amount ELSE 0 END, currency,
            CASE WHEN captured THEN 'paid' ELSE 'attempted' END, status = 'authorized', true, created_at
     FROM payments ON CONFLICT DO NOTHING`,
  )
  await rows(
    `INSERT INTO refunds (account_id, id, amount, currency, payment_id, status, speed_requested, speed_processed, created_at)
     SELECT account_id, 'rfnd_' || right(id, 14), amount, currency, id, (ARRAY['processed', 'pending', 'failed'])[1 + amount % 3],
            'normal', CASE WHEN amount % 3 <> 1 THEN 'normal' END, created_at
     FROM payments WHERE status = 'refunded' ON CONFLICT DO NOTHING`,
  )
}

/** A time in the period of the rows, a little before it or after it. */
const time = fc.integer({ min: -DAY, max: LENGTH + DAY }).map((seconds) => now - LENGTH + seconds)
const filters = fc.record(
  {
    status: fc.constantFrom('captured', 'failed', 'authorized', 'refunded', 'created'),
    method: fc.constantFrom('card', 'upi', 'netbanking', 'wallet'),
    from: time,
    to: time,
  },
  { requiredKeys: [] },
)
type Chosen = { status?: string; method?: string; from?: number; to?: number }

/** The condition of filters, written out again. */
function whereOf({ status, method, from, to }: Chosen): string {
  return [
    `account_id = '${instance.merchant.accounts.test}'`,
    ...(status === undefined ? [] : [`status = '${status}'`]),
    ...(method === undefined ? [] : [`method = '${method}'`]),
    ...(from === undefined ? [] : [`created_at >= ${from}`]),
    ...(to === undefined ? [] : [`created_at <= ${to}`]),
  ].join(' AND ')
}

describe('what is read from the counters equals what the rows say', () => {
  it('pages behind a long skip', async () => {
    await fc.assert(
      fc.asyncProperty(filters, fc.integer({ min: 0, max: ROWS }), async (chosen, skip) => {
        const { items } = await instance.run(fetchAllPayments, { ...chosen, skip, count: 7 } as never) // A status is one of the list.
        const expected = await rows(
          `SELECT id FROM payments WHERE ${whereOf(chosen)} ORDER BY created_at DESC, id DESC LIMIT 7 OFFSET ${skip}`,
        )
        expect(items.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
      }),
      { numRuns: 80 },
    )
  })

  it('counts, sums, tabs and places of the list of payments', async () => {
    await fc.assert(
      fc.asyncProperty(
        filters,
        fc.integer({ min: 1, max: ROWS }),
        async ({ status, method, ...period }, row) => {
          const chosen = {
            ...period,
            ...(status === undefined ? {} : { status: [status] }),
            ...(method === undefined ? {} : { method: [method] }),
          }
          const after = `pay_${String(row).padStart(14, '0')}`
          const page = await instance.run(listPaymentsForDashboard, { ...chosen, after } as never) // As above.
          const where = whereOf({ status, method, ...period } as Chosen)
          const sums = await rows(
            `SELECT currency, count(*)::int AS total, COALESCE(sum(amount) FILTER (WHERE captured), 0)::text AS captured,
                  COALESCE(sum(amount_refunded) FILTER (WHERE captured), 0)::text AS refunded,
                  COALESCE(sum(amount) FILTER (WHERE status = 'authorized'), 0)::text AS authorized,
                  COALESCE(sum(amount) FILTER (WHERE status = 'failed'), 0)::text AS failed
           FROM payments WHERE ${where} GROUP BY currency ORDER BY currency`,
          )
          expect(page.counted).toBe(true)
          expect(page.total).toBe(sums.reduce((sum, { total }) => sum + Number(total), 0))
          const found = page.totals.map(({ currency, amounts }) => ({ currency, ...amounts }))
          for (const { currency, captured, refunded, authorized, failed } of sums)
            expect(found).toContainEqual({
              currency,
              captured: BigInt(String(captured)),
              refunded: BigInt(String(refunded)),
              authorized: BigInt(String(authorized)),
              failed: BigInt(String(failed)),
            })
          const tabs = await rows(
            `SELECT status, count(*)::int AS count FROM payments WHERE ${whereOf({ method, ...period } as Chosen)} GROUP BY status`,
          )
          expect(page.tabs).toEqual({
            created: 0,
            authorized: 0,
            captured: 0,
            refunded: 0,
            failed: 0,
            ...Object.fromEntries(tabs.map(({ status: name, count }) => [name, count])),
            all: tabs.reduce((sum, { count }) => sum + Number(count), 0),
          })
          const [head] = page.items
          if (head === undefined) return
          const [above] = await rows(
            `SELECT count(*)::int AS count FROM payments WHERE ${where} AND (created_at, id) > ($1, $2)`,
            [head.created_at, head.id],
          )
          expect(page.above).toBe(above?.count)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('the tabs of orders and refunds that compare with the present', async () => {
    const orders = await instance.run(listOrdersForDashboard, {})
    const [stuck] = await rows(
      `SELECT count(*)::int AS count, sum(amount) FILTER (WHERE currency = 'INR')::text AS ordered FROM orders
       WHERE status = 'attempted' AND NOT authorized AND NOT EXISTS (SELECT FROM payments WHERE order_id = orders.id AND created_at > $1)`,
      [now - 1800],
    )
    expect(orders.tabs.stuck).toBe(stuck?.count)
    expect(await instance.run(listOrdersForDashboard, { stuck: true })).toMatchObject({
      total: stuck?.count,
      totals: [
        { currency: 'INR', amounts: { ordered: BigInt(String(stuck?.ordered)) } },
        { currency: 'USD' },
      ],
    })
    const refunds = await instance.run(listRefundsForDashboard, { overdue: true })
    expect(refunds.total).toBe(refunds.tabs.overdue)
    expect(refunds.total).toBeGreaterThan(50)
    const all = await instance.run(listRefundsForDashboard, { overdue: true, min: 1 })
    expect(all.total).toBe(refunds.total)
    expect(all.totals).toEqual(refunds.totals)
  })

  it('the overview', async () => {
    await fc.assert(
      fc.asyncProperty(
        time,
        time,
        fc.constantFrom('Asia/Kolkata', 'America/St_Johns', 'Asia/Kathmandu', 'UTC'),
        async (one, other, zone) => {
          const period = { from: Math.min(one, other), to: Math.max(one, other) }
          const where = `${whereOf(period)} AND currency = 'INR'`
          const { points } = await instance.run(fetchVolume, { ...period, step: 'day', zone })
          expect(points.map((point) => ({ ...point, amount: String(point.amount) }))).toEqual(
            await rows(
              `SELECT to_char(date_trunc('day', to_timestamp(created_at) AT TIME ZONE $1), 'YYYY-MM-DD"T"HH24') AS at,
                    COALESCE(sum(amount) FILTER (WHERE captured), 0)::text AS amount, count(*) FILTER (WHERE captured)::int AS count,
                    count(*) FILTER (WHERE status = 'failed')::int AS failed
             FROM payments WHERE ${where} GROUP BY 1 ORDER BY 1`,
              [zone],
            ),
          )
          const { methods, reasons } = await instance.run(fetchSplits, period)
          const sum = (parts: { count: number }[]) => parts.reduce((total, { count }) => total + count, 0)
          const [counts] = await rows(
            `SELECT count(*) FILTER (WHERE captured)::int AS captured, count(*) FILTER (WHERE status = 'failed')::int AS failed FROM payments WHERE ${where}`,
          )
          expect([sum(methods), sum(reasons)]).toEqual([counts?.captured, counts?.failed])
          const { current, previous } = await instance.run(fetchTotals, {
            current: period,
            previous: { from: 1e9, to: period.from - 1 },
          })
          const [earlier] = await rows(
            `SELECT count(*) FILTER (WHERE captured)::int AS captured FROM payments WHERE currency = 'INR' AND created_at < $1`,
            [period.from],
          )
          expect([current.captured_count, previous.captured_count]).toEqual([
            counts?.captured,
            earlier?.captured,
          ])
        },
      ),
      { numRuns: 25 },
    )
  })
})

describe('what the counters do not know', () => {
  it('is counted in the rows up to a limit, and to the end when that is asked for', async () => {
    await fill(0, 10 * ROWS)
    const filter = { min: 1 }
    const some = await instance.run(listPaymentsForDashboard, filter)
    expect(some).toMatchObject({ counted: false, total: 10_000, totals: [], above: 0, empty: false })
    expect(some.tabs).toMatchObject({ all: null, captured: null })
    const all = await instance.run(listPaymentsForDashboard, { ...filter, exact: true })
    const [found] = await rows('SELECT count(*)::int AS count FROM payments')
    expect(all).toMatchObject({ counted: true, total: found?.count })
    expect(all.tabs.all).toBe(found?.count)
    // A tab with fewer rows is counted, though the other tabs are not.
    const few = await instance.run(listPaymentsForDashboard, { ...filter, status: ['failed'] })
    expect(few).toMatchObject({ counted: true, tabs: { all: null } })
    expect(few.total).toBe(all.tabs.failed)
  })
})

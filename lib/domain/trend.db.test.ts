import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { foldCountChanges } from '#lib/counters/fold.ts'
import { repairCounts } from '#lib/counters/repair.ts'
import { fetchBalanceTrend } from '#lib/domain/balance/trend.ts'
import { fetchPaymentTrend } from '#lib/domain/payments/trend.ts'
import { fetchSettlementTrend } from '#lib/domain/settlements/trend.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Operation } from '#lib/pipeline/operation.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { bucketsOf } from '#lib/values/buckets.ts'
import { DAY } from '#lib/values/time.ts'

const ZONE = 'Asia/Kolkata'
/** Enough rows for PostgreSQL to use an index where one helps. */
const ROWS = 20_000
const LENGTH = 120 * DAY

let instance: Instance
let account: string
let now: number
beforeAll(async () => {
  instance = await openInstance()
  account = instance.merchant.accounts.test
  now = instance.now()
  await rows(
    `INSERT INTO payments (account_id, id, amount, currency, status, method, captured, error_reason, order_id, fee, tax, created_at)
     SELECT $1, 'pay_' || lpad(i::text, 14, '0'), 100 + i * 7919 % 5000, CASE WHEN i % 41 = 0 THEN 'USD' ELSE 'INR' END,
            CASE WHEN i % 5 = 0 THEN 'failed' ELSE 'captured' END, (ARRAY['card', 'upi', 'wallet'])[1 + i % 3], i % 5 > 0,
            CASE WHEN i % 5 = 0 AND i % 15 > 0 THEN (ARRAY['incorrect_otp', 'card_expired'])[1 + i % 2] END, 'order_' || lpad(i::text, 14, '0'),
            CASE WHEN i % 5 > 0 THEN 1 END, CASE WHEN i % 5 > 0 THEN 0 END, $2::bigint - (${ROWS} - i) * $3::bigint / ${ROWS}
     FROM generate_series(1, ${ROWS}) AS i`,
    [account, now, LENGTH],
  )
  await rows(
    `INSERT INTO balance_movements (account_id, id, kind, source, amount, currency, credit, debit, created_at)
     SELECT account_id, 'ltx_' || right(id, 14), kind, id, amount, 'INR', CASE WHEN kind = 'capture' THEN amount ELSE 0 END,
            CASE WHEN kind = 'capture' THEN 0 ELSE amount END, created_at
     FROM (SELECT *, CASE WHEN amount % 40 = 0 THEN 'settlement' WHEN amount % 7 = 0 THEN 'refund' ELSE 'capture' END AS kind FROM payments) AS drawn`,
  )
  await rows(
    `INSERT INTO ledger_balances (account_id, account, balance)
     SELECT $1, 'merchant_balance', 500 + sum(credit - debit) FROM balance_movements
     ON CONFLICT (account_id, account) DO UPDATE SET balance = EXCLUDED.balance`,
    [account],
  )
  await rows(
    `INSERT INTO settlements (account_id, id, amount, currency, status, fees, tax, run, captured_until, movements, created_at)
     SELECT account_id, 'setl_' || right(id, 14), amount, 'INR', (ARRAY['processed', 'created', 'failed'])[1 + amount % 3], 0, 0, id, created_at, '{}', created_at
     FROM payments`,
  )
  await rows('ANALYZE payments, balance_movements, settlements')
  await instance.database.prisma.$transaction(repairCounts)
  await foldCountChanges(instance.runtime)
}, 600_000)
afterAll(() => instance.close())

const rows = async (sql: string, values: unknown[] = []) =>
  (await instance.database.pool.query(sql, values)).rows

/** One figure of a stretch, added up again from the rows. */
async function sumOf(sql: string, from: number, to: number): Promise<string> {
  const [found] = await rows(
    `SELECT COALESCE(${sql} AND created_at BETWEEN ${from} AND ${to}), 0)::text AS sum`,
  )
  return String(found?.sum)
}

const periods = [
  { name: 'without a beginning', days: 28, period: () => ({}) },
  { name: 'of two days in hours', days: null, period: () => ({ from: now - 40 * 3600, to: now - 3600 }) },
  { name: 'in the past', days: 11, period: () => ({ from: now - 50 * DAY, to: now - 40 * DAY }) },
]

describe.each(periods)('a trend $name', ({ days, period }) => {
  it('has the balance after the last movement of each stretch, and what was settled and refunded', async () => {
    const { points } = await instance.run(fetchBalanceTrend, { ...period(), zone: ZONE })
    if (days !== null) expect(points).toHaveLength(days)
    for (const { from, to, balance, settled, refunded } of [...points.slice(0, 3), ...points.slice(-3)]) {
      const of = (kind: string) =>
        sumOf(`(SELECT sum(debit - credit) FROM balance_movements WHERE kind = '${kind}'`, from, to)
      const since = await sumOf('(SELECT sum(credit - debit) FROM balance_movements WHERE true', 0, to)
      expect(String(balance)).toBe(String(BigInt(since) + 500n))
      expect([String(settled), String(refunded)]).toEqual([await of('settlement'), await of('refund')])
    }
  })

  it('has the settlements of each stretch by their status', async () => {
    const { points } = await instance.run(fetchSettlementTrend, { ...period(), zone: ZONE })
    for (const { from, to, arrived, expected, failed, count } of [
      ...points.slice(0, 3),
      ...points.slice(-3),
    ]) {
      const of = (status: string) =>
        sumOf(`(SELECT sum(amount) FROM settlements WHERE status = '${status}'`, from, to)
      expect([arrived, expected, failed].map(String)).toEqual([
        await of('processed'),
        await of('created'),
        await of('failed'),
      ])
      expect(String(count)).toBe(await sumOf('(SELECT count(*) FROM settlements WHERE true', from, to))
    }
  })

  it.each([undefined, ['upi' as const]])('has the payments of each stretch by method %s', async (method) => {
    const { points } = await instance.run(fetchPaymentTrend, { ...period(), zone: ZONE, method })
    const where = `currency = 'INR' ${method ? "AND method = 'upi'" : ''}`
    for (const { from, to, captured, succeeded, finished, failures } of [
      ...points.slice(0, 3),
      ...points.slice(-3),
    ]) {
      expect([captured, succeeded, finished].map(String)).toEqual([
        await sumOf(`(SELECT sum(amount) FROM payments WHERE captured AND ${where}`, from, to),
        await sumOf(`(SELECT count(*) FROM payments WHERE captured AND ${where}`, from, to),
        await sumOf(`(SELECT count(*) FROM payments WHERE ${where}`, from, to),
      ])
      const failed = await sumOf(`(SELECT count(*) FROM payments WHERE NOT captured AND ${where}`, from, to)
      const counted = Object.values(failures).reduce((sum, count) => sum + count, 0)
      expect(String(counted)).toBe(method ? '0' : failed)
    }
  })
})

it('continues from the balance of a month that is closed', async () => {
  const to = now - 10 * DAY
  const input = { from: now - 30 * DAY, to: now - 20 * DAY, zone: ZONE }
  const before = (await instance.run(fetchBalanceTrend, input)).points
  const [closing] = await rows(
    'SELECT 500 + sum(credit - debit) AS sum FROM balance_movements WHERE created_at <= $1',
    [to],
  )
  await rows(
    `INSERT INTO balance_months (account_id, month, starts_at, ends_at, opening, closing, kinds, closed_at)
     VALUES ($1, '2020-01', 0, $2, 0, $3, '{}', $2)`,
    [account, to, closing?.sum],
  )
  expect((await instance.run(fetchBalanceTrend, input)).points).toEqual(before)
})

it('draws the last 92 days of a longer period', async () => {
  const { points } = await instance.run(fetchSettlementTrend, { from: now - 119 * DAY, zone: ZONE })
  expect(points).toHaveLength(92)
  expect(points.at(-1)?.to).toBe(bucketsOf(now, now, 'day', ZONE)[0]?.to)
})

// biome-ignore lint/suspicious/noExplicitAny: the trends return different figures.
const trends: [string, Operation<z.ZodType<any, any>, z.ZodType<any>>][] = [
  ['balance', fetchBalanceTrend],
  ['settlements', fetchSettlementTrend],
  ['payments', fetchPaymentTrend],
]

it.each(trends)('the trend of %s reads no table from its beginning', async (_, operation) => {
  const plans: string[] = []
  const query: typeof instance.runtime.query = async (sql, values) => {
    if (/^\s*(SELECT|WITH)/.test(sql)) {
      const { rows: plan } = await instance.runtime.query(`EXPLAIN ${sql}`, values)
      plans.push(plan.map((row) => String(row['QUERY PLAN'])).join('\n'))
    }
    return instance.runtime.query(sql, values)
  }
  const input = { zone: ZONE, from: now - 7 * DAY }
  await execute({ ...instance.runtime, query }, operation, instance.actor, input, {
    requestId: 'req_NfLw3gQ81xRt0a',
  })
  expect(plans).not.toHaveLength(0)
  expect(plans.join('\n')).not.toMatch(/Seq Scan on (payments|balance_movements|settlements|record_counts)\b/)
})

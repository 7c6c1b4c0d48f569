import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { foldCountChanges } from '#lib/counters/fold.ts'
import { repairCounts } from '#lib/counters/repair.ts'
import { fetchBalanceTrend } from '#lib/domain/balance/trend.ts'
import { fetchAppSpendingTrend } from '#lib/domain/connected-apps/trend.ts'
import { fetchPaymentTrend } from '#lib/domain/payments/trend.ts'
import { fetchRefundTrend } from '#lib/domain/refunds/trend.ts'
import { MAX_TREND_REQUESTS } from '#lib/domain/requests/schema.ts'
import { fetchRequestTrend } from '#lib/domain/requests/trend.ts'
import { fetchSettlementTrend } from '#lib/domain/settlements/trend.ts'
import { fetchWalletBalanceTrend, fetchWalletTrend } from '#lib/domain/wallets/trend.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Operation } from '#lib/pipeline/operation.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { bucketsOf } from '#lib/values/buckets.ts'
import { DAY } from '#lib/values/time.ts'

const ZONE = 'Asia/Kolkata'
/** Enough rows for PostgreSQL to use an index where one helps. */
const ROWS = 20_000
const LENGTH = 120 * DAY
const HOLDER = 'cust_NfLw3gQ81xRt0a'
/** Two connections of one app for one user, and another app of theirs. */
const GRANTS = [
  'grant_NfLw3gQ81xRt0abcdef',
  'grant_NfLw3gQ81xRt0abcdeg',
  'grant_NfLw3gQ81xRt0abcdeh',
] as const

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
  await rows(
    `INSERT INTO refunds (account_id, id, amount, currency, payment_id, status, speed_requested, created_at, finished_at)
     SELECT account_id, 'rfnd_' || right(id, 14), amount, currency, id, (ARRAY['processed', 'pending', 'failed'])[1 + amount % 3],
            'normal', created_at, CASE WHEN amount % 3 = 0 THEN created_at + amount % 997 END
     FROM payments`,
  )
  await rows(
    `INSERT INTO request_logs (account_id, id, source, method, path, status, duration_ms, actor_kind, actor_id, created_at)
     SELECT account_id, 'req_' || right(id, 14), 'api', 'GET', '/v1/payments', (ARRAY[200, 404, 503])[1 + amount % 3], amount % 997,
            'key', 'key_test_1', created_at
     FROM payments`,
  )
  await rows(
    "UPDATE payments SET wallet = CASE WHEN amount % 2 = 0 THEN 'openwallet' ELSE 'paytm' END WHERE method = 'wallet'",
  )
  await rows(
    `INSERT INTO transfers (account_id, id, status, source, recipient, amount, currency, amount_reversed, created_at)
     SELECT account_id, 'trf_' || right(id, 14), (ARRAY['processed', 'created', 'failed'])[1 + amount % 3], 'acc', 'cust_' || right(id, 14),
            amount, 'INR', amount % 7, created_at
     FROM payments`,
  )
  await rows(
    `INSERT INTO payouts (account_id, id, customer_id, fund_account_id, amount, currency, fees, tax, status, purpose, narration, created_at)
     SELECT account_id, 'pout_' || right(id, 14), 'cust_x', 'fa_x', amount, 'INR', 10, 2,
            (ARRAY['processed', 'processing', 'reversed'])[1 + amount % 3], 'refund', '', created_at
     FROM payments`,
  )
  await rows(
    "INSERT INTO customers (account_id, id, name, created_at) VALUES ($1, $2, 'Wallet Holder', $3)",
    [account, HOLDER, now],
  )
  await rows(
    `INSERT INTO customer_transactions (account_id, id, customer_id, seq, source, status, type, amount, currency, credit, debit, balance, created_at)
     SELECT account_id, 'ctxn_' || right(id, 14), $1, row_number() OVER (ORDER BY created_at, id), id, 'completed', 'transfer', amount, 'INR',
            credit, amount - credit, 1000000 + sum(credit * 2 - amount) OVER (ORDER BY created_at, id), created_at
     FROM (SELECT *, CASE WHEN amount % 3 = 0 THEN 0 ELSE amount END AS credit FROM payments WHERE amount % 4 = 0) AS drawn`,
    [HOLDER],
  )
  await rows(
    `INSERT INTO oauth_grants (account_id, id, user_id, client_id, client_name, scopes, redirect_host, created_at, updated_at, expires_at)
     SELECT $1, id, 'usr_1', 'client_' || at, CASE at WHEN 3 THEN 'Other' ELSE 'Ledger Helper' END, '{}', 'localhost', 1, 1, $3
     FROM unnest($2::text[]) WITH ORDINALITY AS connection (id, at)`,
    [account, GRANTS, now + DAY],
  )
  await rows(
    `INSERT INTO grant_spending (account_id, grant_id, id, operation, amount, approval_id, created_at)
     SELECT account_id, ($1::text[])[1 + amount % 3], 'gsp_' || right(id, 14), 'create_refund', amount,
            CASE WHEN amount % 5 = 0 THEN 'apr_1' END, created_at
     FROM payments`,
    [GRANTS],
  )
  // An hour with more requests than are read.
  await rows(
    `INSERT INTO request_logs (account_id, id, source, method, path, status, duration_ms, actor_kind, actor_id, created_at)
     SELECT $1, 'req_b' || lpad(i::text, 13, '0'), 'api', 'GET', '/v1/orders', 200, i % 100, 'key', 'key_test_1', $2
     FROM generate_series(1, 6000) AS i`,
    [account, now - 200 * DAY],
  )
  await rows(
    'ANALYZE payments, balance_movements, settlements, refunds, request_logs, transfers, payouts, customer_transactions, grant_spending',
  )
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

describe.each(periods)('a trend $name', ({ period }) => {
  it('has the refunds of each stretch, what was captured then, and the median of their times', async () => {
    const { points } = await instance.run(fetchRefundTrend, { ...period(), zone: ZONE })
    for (const point of [...points.slice(0, 3), ...points.slice(-3)]) {
      const { from, to } = point
      const where = "currency = 'INR'"
      const of = (what: string) =>
        sumOf(`(SELECT ${what} FROM refunds WHERE ${where} AND status <> 'failed'`, from, to)
      expect([point.refunded, point.count, point.captured].map(String)).toEqual([
        await of('sum(amount)'),
        await of('count(*)'),
        await sumOf(`(SELECT sum(amount) FROM payments WHERE captured AND ${where}`, from, to),
      ])
      const times = await rows(
        `SELECT (finished_at - created_at)::int AS time FROM refunds WHERE ${where} AND status = 'processed'
         AND created_at BETWEEN ${from} AND ${to} ORDER BY 1`,
      )
      expect(point.seconds).toBe(times[Math.ceil(times.length / 2) - 1]?.time ?? null)
    }
  })

  it('has what was added to wallets in each stretch, what is on hold, and what left them', async () => {
    const { points } = await instance.run(fetchWalletTrend, { ...period(), zone: ZONE })
    for (const { from, to, added, on_hold, spent, paid_out } of [
      ...points.slice(0, 3),
      ...points.slice(-3),
    ]) {
      const transferred = (status: string) =>
        sumOf(`(SELECT sum(amount - amount_reversed) FROM transfers WHERE status = '${status}'`, from, to)
      expect([added, on_hold, spent, paid_out].map(String)).toEqual([
        await transferred('processed'),
        await transferred('created'),
        await sumOf("(SELECT sum(amount) FROM payments WHERE captured AND wallet = 'openwallet'", from, to),
        await sumOf("(SELECT sum(amount + 12) FROM payouts WHERE status <> 'reversed'", from, to),
      ])
    }
  })

  it('has the balance of a wallet at the end of each stretch', async () => {
    const { points } = await instance.run(fetchWalletBalanceTrend, { id: HOLDER, ...period(), zone: ZONE })
    for (const { from, to, balance, credits, debits } of [...points.slice(0, 3), ...points.slice(-3)])
      expect([balance, credits, debits].map(String)).toEqual([
        await sumOf('(SELECT 1000000 + sum(credit - debit) FROM customer_transactions WHERE true', 0, to),
        await sumOf('(SELECT sum(credit) FROM customer_transactions WHERE true', from, to),
        await sumOf('(SELECT sum(debit) FROM customer_transactions WHERE true', from, to),
      ])
  })

  it('has what an app moved under its connections, with and without approval', async () => {
    const { points, connections } = await instance.run(fetchAppSpendingTrend, {
      id: GRANTS[0],
      ...period(),
      zone: ZONE,
    })
    expect(connections).toBe(2)
    for (const { from, to, counted, approved, largest } of [...points.slice(0, 3), ...points.slice(-3)]) {
      const of = (what: string, where: string) =>
        sumOf(
          `(SELECT ${what} FROM grant_spending WHERE grant_id IN ('${GRANTS[0]}', '${GRANTS[1]}') AND ${where}`,
          from,
          to,
        )
      expect([counted, approved, largest].map(String)).toEqual([
        await of('sum(amount)', 'approval_id IS NULL'),
        await of('sum(amount)', 'approval_id IS NOT NULL'),
        await of('max(amount)', 'approval_id IS NULL'),
      ])
    }
  })

  it('has the requests of each stretch, their errors, and how long 95 of 100 took at most', async () => {
    const { points } = await instance.run(fetchRequestTrend, { ...period(), zone: ZONE })
    for (const point of [...points.slice(0, 3), ...points.slice(-3)]) {
      const { from, to } = point
      const of = (where: string) => sumOf(`(SELECT count(*) FROM request_logs WHERE ${where}`, from, to)
      expect([point.count, point.client_errors, point.server_errors].map(String)).toEqual([
        await of('true'),
        await of('status = 404'),
        await of('status = 503'),
      ])
      const times = await rows(
        `SELECT duration_ms FROM request_logs WHERE created_at BETWEEN ${from} AND ${to} ORDER BY 1`,
      )
      expect(point.p95).toBe(times[Math.ceil(times.length * 0.95) - 1]?.duration_ms ?? null)
    }
  })
})

it('draws the requests of the last day by the hour, and reads a part of the busiest hours', async () => {
  const day = await instance.run(fetchRequestTrend, { zone: ZONE })
  expect(day.step).toBe('hour')
  expect(day.points.length).toBeLessThanOrEqual(25)
  const at = now - 200 * DAY
  const { points } = await instance.run(fetchRequestTrend, { from: at - 60, to: at + 60, zone: ZONE })
  expect(points.reduce((sum, { count }) => sum + count, 0)).toBe(MAX_TREND_REQUESTS)
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
const trends: [string, Operation<z.ZodType<any, any>, z.ZodType<any>>, object?][] = [
  ['balance', fetchBalanceTrend],
  ['settlements', fetchSettlementTrend],
  ['payments', fetchPaymentTrend],
  ['refunds', fetchRefundTrend],
  ['requests', fetchRequestTrend],
  ['wallets', fetchWalletTrend],
  ['a wallet', fetchWalletBalanceTrend, { id: HOLDER }],
  ['an app', fetchAppSpendingTrend, { id: GRANTS[0] }],
]

it.each(trends)('the trend of %s reads no table from its beginning', async (_, operation, more) => {
  const plans: string[] = []
  const query: typeof instance.runtime.query = async (sql, values) => {
    if (/^\s*(SELECT|WITH)/.test(sql)) {
      const { rows: plan } = await instance.runtime.query(`EXPLAIN ${sql}`, values)
      plans.push(plan.map((row) => String(row['QUERY PLAN'])).join('\n'))
    }
    return instance.runtime.query(sql, values)
  }
  const input = { ...more, zone: ZONE, from: now - 7 * DAY }
  await execute({ ...instance.runtime, query }, operation, instance.actor, input, {
    requestId: 'req_NfLw3gQ81xRt0a',
  })
  expect(plans).not.toHaveLength(0)
  expect(plans.join('\n')).not.toMatch(
    /Seq Scan on (payments|balance_movements|settlements|refunds|request_logs|record_counts|transfers|payouts|customer_transactions|grant_spending)\b/,
  )
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { repairCounts } from '#lib/counters/repair.ts'
import { fetchAllPayments } from '#lib/domain/payments/fetch-all.ts'
import { exportPayments, listPaymentsForDashboard } from '#lib/domain/payments/list.ts'
import { listRefundsForDashboard } from '#lib/domain/refunds/list.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Operation } from '#lib/pipeline/operation.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'

const ROWS = 20_000

type Row = { id: string; amount: number; created_at: number }

let instance: Instance
let rows: Row[]
beforeAll(async () => {
  instance = await openInstance()
  // Few amounts, so that many rows have the same one, and some seconds with many rows.
  await instance.database.pool.query(
    `INSERT INTO payments (account_id, id, amount, amount_refunded, currency, status, method, captured, fee, tax, order_id, email, contact, created_at)
     SELECT $1, 'pay_' || lpad((i * 7919 % ${ROWS})::text, 14, '0'), 100 + i % 40, 0, 'INR', CASE WHEN i % 7 = 0 THEN 'captured' ELSE 'failed' END, 'card',
            i % 7 = 0, CASE WHEN i % 7 = 0 THEN 2 END, CASE WHEN i % 7 = 0 THEN 0 END, 'order_' || lpad(i::text, 14, '0'), 'payer@example.com', '+919876543210', $2::bigint + i / 10
     FROM generate_series(1, ${ROWS}) AS i`,
    [instance.merchant.accounts.test, instance.now() - ROWS],
  )
  await instance.database.pool.query(
    `INSERT INTO refunds (account_id, id, amount, currency, payment_id, status, speed_requested, acquirer_data, created_at)
     SELECT account_id, 'rfnd_' || right(id, 14), amount, 'INR', id, 'pending', 'normal', '{}', created_at FROM payments`,
  )
  await instance.database.pool.query('ANALYZE payments, refunds')
  await instance.database.prisma.$transaction(repairCounts, { timeout: 600_000 })
  const found = await instance.runtime.query('SELECT id, amount, created_at FROM payments', [])
  rows = found.rows.map(({ id, amount, created_at }) => ({
    id: String(id),
    amount: Number(amount),
    created_at: Number(created_at),
  }))
}, 600_000)
afterAll(() => instance.close())

/** The order as the plain comparison of rows has it. */
function sorted(all: Row[], sort: string): string[] {
  const by = sort.replace(/^-/, '')
  const key = ({ amount, created_at }: Row) => (by === 'amount' ? [amount, created_at] : [created_at])
  const compare = (a: Row, b: Row) => {
    const [left, right] = [key(a), key(b)]
    const at = left.findIndex((value, index) => value !== right[index])
    if (at >= 0) return (left[at] ?? 0) - (right[at] ?? 0)
    return a.id < b.id ? -1 : 1
  }
  const ascending = [...all].sort(compare)
  return (sort.startsWith('-') ? ascending.reverse() : ascending).map(({ id }) => id)
}

const page = (input: object) => instance.run(listPaymentsForDashboard, input as never)

describe.each(['-created', 'created', '-amount', 'amount'])('payments sorted by %s', (sort) => {
  it('can be walked by cursor, forwards and backwards, without a gap or a repeat', async () => {
    const expected = sorted(rows, sort).slice(0, 550)
    const forwards: string[] = []
    let last: Awaited<ReturnType<typeof page>> | undefined
    while (forwards.length < 500) {
      const found: Awaited<ReturnType<typeof page>> = await page({ sort, count: 100, after: forwards.at(-1) })
      expect([found.has_older, found.has_newer]).toEqual([true, forwards.length > 0])
      expect(found.above).toBe(forwards.length)
      forwards.push(...found.items.map(({ id }) => id))
      last = found
    }
    expect(forwards).toEqual(expected.slice(0, 500))
    const backwards: string[] = []
    for (let before = last?.items[0]?.id; before !== undefined; before = backwards[0]) {
      const found = await page({ sort, count: 100, before })
      if (found.items.length === 0) break
      backwards.unshift(...found.items.map(({ id }) => id))
    }
    expect(backwards).toEqual(expected.slice(0, 400))
  })

  it('keeps the order with filters, and in an export', async () => {
    const captured = rows.filter(({ id }) => capturedIds.has(id))
    const found = await page({ sort, count: 50, status: ['captured'] })
    const expected = sorted(captured, sort)
    expect(found.items.map(({ id }) => id)).toEqual(expected.slice(0, 50))
    const input = { sort, count: 60, status: ['captured'], after: expected[49] }
    const file = await instance.run(exportPayments, input as never, undefined, instance.system)
    expect(file.items.map(({ id }) => id)).toEqual(expected.slice(50, 110))
  })
})

let capturedIds: Set<string>
beforeAll(async () => {
  const found = await instance.runtime.query(`SELECT id FROM payments WHERE status = 'captured'`, [])
  capturedIds = new Set(found.rows.map(({ id }) => String(id)))
})

it.each([
  ['payments', listPaymentsForDashboard, 'pay_00000000000017'],
  ['refunds', listRefundsForDashboard, 'rfnd_00000000000017'],
] as const)('%s sorted by amount enter the index at the cursor', async (table, operation, after) => {
  for (const sort of ['-amount', 'amount']) {
    const plans: string[] = []
    const query: typeof instance.runtime.query = async (sql, values) => {
      if (/^\s*SELECT \* FROM/.test(sql)) {
        const { rows: lines } = await instance.runtime.query(`EXPLAIN ${sql}`, values)
        plans.push(lines.map((row) => String(row['QUERY PLAN'])).join('\n'))
      }
      return instance.runtime.query(sql, values)
    }
    const runtime = { ...instance.runtime, query }
    await execute(runtime, operation as Operation, instance.actor, { sort, after }, { requestId: 'req_1' })
    const [plan = ''] = plans
    expect(plan).toContain(`${table}_account_id_amount_created_at_id_idx`)
    expect(plan).toMatch(/Index Cond: .*ROW\(amount, created_at/)
    expect(plan).not.toContain('Sort')
  }
})

it('rejects a column that the list is not sorted by', async () => {
  await expect(page({ sort: 'email' })).rejects.toMatchObject({ reason: 'input_validation_failed' })
})

describe('payments of the API', () => {
  it('are skipped to by what the counters do not know, or from a cursor, without a gap or a repeat', async () => {
    const newest = sorted(rows, '-created')
    const ids = async (input: object) => {
      const request = { email: 'payer@example.com', count: 5, ...input }
      return (await instance.run(fetchAllPayments, request as never)).items.map(({ id }) => id)
    }
    for (const skip of [499, 500, 501, 12_345, ROWS - 2])
      expect(await ids({ skip })).toEqual(newest.slice(skip, skip + 5))
    expect(await ids({ skip: ROWS })).toEqual([])
    const cursor = newest[10_000]
    expect(await ids({ starting_after: cursor, skip: 700 })).toEqual(newest.slice(10_701, 10_706))
    // Before a cursor, those that are nearest to it are skipped.
    expect(await ids({ ending_before: cursor, skip: 700 })).toEqual(newest.slice(9295, 9300))
  })
})

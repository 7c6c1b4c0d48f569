import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { addressOf, createTestDatabase } from '#lib/testing/database.ts'
import { checkInvariants, INVARIANTS } from './invariants.ts'

/** Rows of each table, all of one account: as after a first seed, before any statistics exist. */
const ROWS = 2000

let database: Awaited<ReturnType<typeof createTestDatabase>>
let client: Client
beforeAll(async () => {
  database = await createTestDatabase()
  client = new Client({
    connectionString: addressOf(inject('cluster').adminUrl, new URL(database.url).pathname.slice(1)),
  })
  await client.connect()
  // Only rows of what the checks join; foreign keys are left out.
  await client.query('SET session_replication_role = replica')
  await fill('orders', { id: `'order_' || n`, amount: '100', amount_paid: '100', status: `'paid'` })
  await fill('payments', {
    id: `'pay_' || n`,
    order_id: `'order_' || n`,
    amount: '100',
    status: `'refunded'`,
    refund_status: `'full'`,
    amount_refunded: '100',
    captured: 'TRUE',
    fee: '0',
    tax: '0',
  })
  const speeds = { speed_requested: `'normal'`, speed_processed: `'normal'` }
  await fill('refunds', {
    id: `'rfnd_' || n`,
    payment_id: `'pay_' || n`,
    amount: '100',
    status: `'processed'`,
    ...speeds,
  })
  await fill('ledger_transactions', {
    id: `'txn_' || n`,
    reference: `'txn_' || n`,
    payment_id: `'pay_' || n`,
  })
  const sides = { debit: `'bank'`, credit: `'authorized_payments'`, amount: '100' }
  await fill('ledger_postings', { transaction_id: `'txn_' || n`, ...sides })
})

/** Rows of one account; columns that must have a value and are not of interest get an empty one. */
async function fill(table: string, values: Record<string, string>): Promise<void> {
  const empty: Record<string, string> = { text: `''`, jsonb: `'{}'`, boolean: 'FALSE' }
  const { rows } = await client.query<{ name: string; type: string }>(
    `SELECT column_name AS name, data_type AS type FROM information_schema.columns
     WHERE table_name = $1 AND is_nullable = 'NO' AND column_default IS NULL AND is_generated = 'NEVER'`,
    [table],
  )
  const others = rows.map(({ name, type }) => [name, empty[type] ?? '0'])
  const all: Record<string, string> = { ...Object.fromEntries(others), account_id: `'acc_1'`, ...values }
  await client.query(
    `INSERT INTO ${table} (${Object.keys(all)}) SELECT ${Object.values(all)} FROM generate_series(1, ${ROWS}) n`,
  )
}

afterAll(async () => {
  await client.end()
  await database.drop()
})

type Plan = {
  Plans?: Plan[]
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Join Filter'?: number
}

/** The number of rows that the plan has touched, including those that a join compared without a match. */
function touched(plan: Plan): number {
  const own = (plan['Actual Rows'] + (plan['Rows Removed by Join Filter'] ?? 0)) * plan['Actual Loops']
  return own + (plan.Plans ?? []).reduce((sum, child) => sum + touched(child), 0)
}

test('no rule compares every row with every other, even before the database knows its tables', async () => {
  const work: Record<string, number> = {}
  const names = new Map(INVARIANTS.map(({ name, sql }) => [sql, name]))
  await checkInvariants(async (text) => {
    const { rows } = await client.query(`EXPLAIN (ANALYZE, FORMAT JSON, TIMING OFF) ${text}`)
    const sql = [...names.keys()].find((candidate) => text.includes(candidate)) ?? ''
    work[String(names.get(sql))] = touched(rows[0]['QUERY PLAN'][0].Plan)
    return { rows: [] }
  })
  expect(Object.keys(work)).toHaveLength(INVARIANTS.length)
  const heavy = Object.entries(work).filter(([, rows]) => rows > ROWS * 40)
  expect(heavy).toEqual([])
})

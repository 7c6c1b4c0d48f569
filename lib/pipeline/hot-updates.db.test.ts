import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Instance, openInstance } from '#lib/testing/instance.ts'

let instance: Instance
let client: pg.Client
beforeAll(async () => {
  instance = await openInstance()
  client = new pg.Client({ connectionString: instance.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await instance.close()
})

const ROWS = 500
const row = 'SELECT $1::text, n::text FROM generate_series(1, $2::int) n'

/** Rows as they are inserted, one after the other, and the update that follows soon. */
const TABLES = {
  payments: {
    insert: `INSERT INTO payments (account_id, id, amount, currency, status, method, created_at)
      SELECT one.*, 100, 'INR', 'authorized', 'card', 1 FROM (${row}) AS one`,
    update: "operation = 'capture'",
  },
  idempotency_keys: {
    insert: `INSERT INTO idempotency_keys (account_id, key, operation, request_hash, token, created_at)
      SELECT one.*, 'capture_payment', '\\x00', 'a token of 36 characters', 1 FROM (${row}) AS one`,
    update: "status = 200, body = repeat('x', 100), token = NULL",
  },
  transfers: {
    insert: `INSERT INTO transfers (account_id, id, status, source, recipient, amount, currency, created_at)
      SELECT one.*, 'processed', 'x', 'x', 100, 'INR', 1 FROM (${row}) AS one`,
    update: 'amount_reversed = 1',
  },
  wallets: {
    insert: `INSERT INTO wallets (account_id, customer_id, created_at) SELECT one.*, 1 FROM (${row}) AS one`,
    update: 'balance = 1',
  },
} as const

it.each(Object.entries(TABLES))('%s have room for an update that writes no index', async (table, sql) => {
  const account = `acc_${table}`
  await client.query('BEGIN')
  await client.query(sql.insert, [account, ROWS])
  // A part of the rows of each page, as where requests arrive one after the other.
  const changed = `UPDATE ${table} SET ${sql.update} WHERE account_id = $1 AND ctid::text LIKE '%5)'`
  await client.query(changed, [account])
  const { rows } = await client.query(
    `SELECT pg_stat_get_xact_tuples_hot_updated($1::regclass)::int AS hot,
       pg_stat_get_xact_tuples_updated($1::regclass)::int AS updated`,
    [table],
  )
  await client.query('ROLLBACK')
  expect(rows[0].updated).toBeGreaterThan(ROWS / 20)
  expect(rows[0].hot / rows[0].updated).toBeGreaterThan(0.9)
})

it.each(['payment_id', 'order_id', 'customer_id'])('events are found by their %s', async (column) => {
  await client.query('SET enable_seqscan = off')
  const { rows } = await client.query(
    `EXPLAIN SELECT * FROM events WHERE account_id = 'a' AND ${column} = 'b'`,
  )
  expect(JSON.stringify(rows)).toContain(`events_of_${column.replace('_id', '')}`)
})

/**
 * `node bench/indexes.ts [--rows 100000] [--rounds 9]`: what each index of payments costs the database per payment that is
 * written, by processor time. One backend writes payments with all indexes and with one of them away, in turns, and the
 * median of the differences counts. Waiting, for the disk or for a processor, is no part of it.
 */
import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { openCluster } from '#bench/cluster.ts'
import { fillPayments } from '#bench/data/payments.ts'
import { openInstance } from '#bench/instance.ts'
import { median } from '#bench/load.ts'
import { newId } from '#lib/values/id.ts'

/** How many payments are written in a turn, a statement's worth at a time. */
const TURN = 1500
const TOGETHER = 100

const ROWS = 'json_populate_recordset(NULL::payments, $1)'
const COLUMNS = `account_id, id, amount, currency, status, order_id, method, card_id, last4, email, contact, notes, acquirer_data,
  created_at`

/** A payment as the product writes it: created, authorized, taken for a capture, captured. */
const STATEMENTS = {
  insert: `INSERT INTO payments (${COLUMNS}) SELECT ${COLUMNS} FROM ${ROWS}`,
  authorize: `UPDATE payments p SET status = 'authorized', acquirer_data = r.acquirer_data, authorized_at = r.authorized_at,
      authorization_reference = r.authorization_reference, capture_by = r.capture_by
    FROM ${ROWS} r WHERE p.account_id = r.account_id AND p.id = r.id AND p.status = 'created'`,
  reserve: `UPDATE payments p SET operation = 'capture'
    FROM ${ROWS} r WHERE p.account_id = r.account_id AND p.id = r.id AND p.operation IS NULL`,
  capture: `UPDATE payments p SET status = 'captured', captured = true, captured_at = r.captured_at, operation = NULL, fee = r.fee,
      tax = r.tax
    FROM ${ROWS} r WHERE p.account_id = r.account_id AND p.id = r.id AND p.status = 'authorized'`,
}

type Cost = { micros: number; wal: number }
type Index = { name: string; definition: string; gin: boolean }

const { values } = parseArgs({ options: { rows: { type: 'string' }, rounds: { type: 'string' } } })
const rows = Number(values.rows ?? 100_000)
const rounds = Number(values.rounds ?? 9)

// It ends with what it has after the round under way.
let over = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => (over = true))

const cluster = await openCluster()
const instance = await openInstance(await cluster.fresh('bench_indexes'))
let backend: number | undefined
const client = new pg.Client({ connectionString: instance.url })
try {
  await fillPayments(instance.database.pool, {
    accountId: instance.accountId,
    count: rows,
    others: [],
    total: rows,
  })
  await client.connect()
  // What runs beside the turns would be no part of them, but what it leaves behind would.
  await client.query('ALTER TABLE payments SET (autovacuum_enabled = off); SET synchronous_commit = off')
  print(await measureAll())
} finally {
  await client.end()
  await instance.close()
  await cluster.stop()
}

async function measureAll() {
  const indexes = await indexesOf()
  const whole: Cost[] = []
  const differences = new Map<string, Cost[]>(indexes.map(({ name }) => [name, []]))
  for (let round = 0; round < rounds && !over; round += 1) {
    let before = await turn(indexes)
    for (const index of indexes) {
      await client.query(`DROP INDEX "${index.name}"`)
      const without = await turn(indexes.filter((other) => other !== index))
      await client.query(index.definition)
      const after = await turn(indexes)
      whole.push(before)
      const middle = (of: keyof Cost) => (before[of] + after[of]) / 2 - without[of]
      differences.get(index.name)?.push({ micros: middle('micros'), wal: middle('wal') })
      before = after
    }
    await client.query('VACUUM (ANALYZE) payments')
    process.stderr.write('.')
  }
  return { whole, differences }
}

/** The indexes that nothing but reading needs. */
async function indexesOf(): Promise<Index[]> {
  const found = await client.query<Index>(
    `SELECT index.relname AS name, pg_get_indexdef(index.oid) AS definition, method.amname = 'gin' AS gin
     FROM pg_index JOIN pg_class index ON index.oid = indexrelid JOIN pg_am method ON method.oid = index.relam
     WHERE indrelid = 'payments'::regclass AND NOT indisunique ORDER BY 1`,
  )
  return found.rows
}

/** Writes payments, and merges what the GIN indexes have put off. */
async function turn(indexes: Index[]): Promise<Cost> {
  const merge = async () => {
    for (const { name, gin } of indexes)
      if (gin) await client.query('SELECT gin_clean_pending_list($1::regclass)', [name])
  }
  // The first statements make plans, as the indexes have changed.
  await writeSome()
  await merge()
  const [time, place] = [await processorTime(), await walPlace()]
  for (let count = 0; count < TURN; count += TOGETHER) await writeSome()
  await merge()
  const [micros, wal] = [(await processorTime()) - time, (await walPlace()) - place]
  return { micros: micros / TURN, wal: wal / TURN }
}

/** Payments written by the same statements, so that few round trips disturb the time that is measured. */
async function writeSome(): Promise<void> {
  const made = Array.from({ length: TOGETHER }, payment)
  const created = made.map((one) => ({ ...one, status: 'created', acquirer_data: {} }))
  for (const [name, text] of Object.entries(STATEMENTS)) {
    const given = name === 'insert' ? created : made
    await client.query({ name, text, values: [JSON.stringify(given)] })
  }
}

function payment() {
  const at = Date.now()
  const now = Math.floor(at / 1000)
  const payer = randomInt(10_000_000, 10_050_000)
  const amount = 100 + randomInt(2_000_000)
  return {
    account_id: instance.accountId,
    id: newId('payment', at),
    amount,
    currency: 'INR',
    order_id: newId('order', at),
    method: 'card',
    card_id: newId('card', at),
    last4: String(randomInt(1000, 9999)),
    email: `payer${payer}@example.com`,
    contact: `+9198${payer}`,
    notes: { shelf: `A-${randomInt(20_000)}` },
    acquirer_data: { rrn: String(randomInt(1e11, 2e11)), auth_code: String(randomInt(1e6)) },
    authorization_reference: newId('bank_operation', at),
    created_at: now,
    authorized_at: now,
    captured_at: now,
    capture_by: now + 259_200,
    fee: Math.round(amount * 0.02),
    tax: Math.round(amount * 0.003),
  }
}

/** The time on a processor of the backend, in microseconds. */
async function processorTime(): Promise<number> {
  backend ??= (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid
  return Number(readFileSync(`/proc/${backend}/schedstat`, 'utf8').split(' ')[0]) / 1000
}

async function walPlace(): Promise<number> {
  const { rows: found } = await client.query<{ at: string }>(
    `SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn AS at`,
  )
  return Number(found[0]?.at)
}

function print({ whole, differences }: Awaited<ReturnType<typeof measureAll>>): void {
  const of = (costs: Cost[], name: keyof Cost) => costs.map((cost) => cost[name]).sort((a, b) => a - b)
  const at = (sorted: number[], share: number) =>
    sorted[Math.round((sorted.length - 1) * share)] ?? Number.NaN
  const line = (name: string, costs: Cost[]) => {
    const micros = of(costs, 'micros')
    const quartiles = `${at(micros, 0.25).toFixed(1)} to ${at(micros, 0.75).toFixed(1)}`
    return `| ${name} | ${median(micros).toFixed(1)} | ${quartiles} | ${Math.round(median(of(costs, 'wal')))} |`
  }
  console.log('\n| index | µs per payment | middle half | WAL, bytes |\n|---|--:|--:|--:|')
  console.log(line('all of them, and the payment', whole))
  for (const [name, costs] of differences) console.log(line(name, costs))
}

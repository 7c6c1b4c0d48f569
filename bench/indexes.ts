/**
 * `node bench/indexes.ts [--rows 100000] [--rounds 5]`: what each index of payments costs the database per payment that is
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

/** How many payments are written in a turn, and how many before it, so that every statement has its plan. */
const TURN = 1000
const WARM = 50

const INSERT = `INSERT INTO payments (account_id, id, amount, currency, status, order_id, method, card_id, last4, email, contact,
    notes, acquirer_data, created_at)
  VALUES ($1, $2, $3, 'INR', 'created', $4, 'card', $5, $6, $7, $8, $9, '{}', $10)`
const AUTHORIZE = `UPDATE payments SET status = 'authorized', acquirer_data = $3, authorization_reference = $4, authorized_at = $5::bigint,
    capture_by = $5::bigint + 259200 WHERE account_id = $1 AND id = $2 AND status = 'created'`
const RESERVE = `UPDATE payments SET operation = 'capture' WHERE account_id = $1 AND id = $2 AND operation IS NULL`
const CAPTURE = `UPDATE payments SET status = 'captured', captured = true, captured_at = $3, operation = NULL, fee = $4, tax = $5
  WHERE account_id = $1 AND id = $2 AND status = 'authorized'`

type Cost = { micros: number; wal: number }
type Index = { name: string; definition: string; gin: boolean }

const { values } = parseArgs({ options: { rows: { type: 'string' }, rounds: { type: 'string' } } })
const rows = Number(values.rows ?? 100_000)
const rounds = Number(values.rounds ?? 5)

const cluster = await openCluster()
const instance = await openInstance(await cluster.fresh('bench_indexes'))
let backend: number | undefined
const client = new pg.Client({ connectionString: instance.url })
try {
  await fillPayments(instance.database.pool, {
    ...{ accountId: instance.accountId, count: rows, others: [], total: rows },
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
  for (let round = 0; round < rounds; round += 1) {
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
  for (let count = 0; count < WARM; count += 1) await writeOne()
  const merge = async () => {
    for (const { name, gin } of indexes)
      if (gin) await client.query('SELECT gin_clean_pending_list($1::regclass)', [name])
  }
  await merge()
  const [time, place] = [await processorTime(), await walPlace()]
  for (let count = 0; count < TURN; count += 1) await writeOne()
  await merge()
  const [micros, wal] = [(await processorTime()) - time, (await walPlace()) - place]
  return { micros: micros / TURN, wal: wal / TURN }
}

/** A payment as the product writes it: created, authorized, taken for a capture, captured. */
async function writeOne(): Promise<void> {
  const at = Date.now()
  const now = Math.floor(at / 1000)
  const { accountId } = instance
  const [id, order, card] = [newId('payment', at), newId('order', at), newId('card', at)]
  const payer = randomInt(10_000_000, 10_050_000)
  const money = 100 + randomInt(2_000_000)
  const person = [`payer${payer}@example.com`, `+9198${payer}`, { shelf: `A-${randomInt(20_000)}` }]
  const run = (name: string, text: string, given: unknown[]) => client.query({ name, text, values: given })
  await run('insert', INSERT, [
    accountId,
    id,
    money,
    order,
    card,
    String(randomInt(1000, 9999)),
    ...person,
    now,
  ])
  const bank = { rrn: String(randomInt(100_000_000_000, 200_000_000_000)), auth_code: String(randomInt(1e6)) }
  await run('authorize', AUTHORIZE, [accountId, id, bank, newId('bank_operation', at), now])
  await run('reserve', RESERVE, [accountId, id])
  await run('capture', CAPTURE, [accountId, id, now, Math.round(money * 0.02), Math.round(money * 0.003)])
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

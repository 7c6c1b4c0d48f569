import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { authorizationData } from '#lib/acquirer/bank-data.ts'
import type { SimulatorRecord } from '#lib/acquirer/simulator-memory.ts'
import { firstRing, setKeyRing } from '#lib/auth/key-ring.ts'
import { systemActor } from '#lib/auth/system-actor.ts'
import { repairCounts } from '#lib/counters/repair.ts'
import { type Database, database } from '#lib/database/client.ts'
import { addAcquirer } from '#lib/domain/acquirers/add.ts'
import { useAcquirer } from '#lib/domain/acquirers/use.ts'
import { createKey } from '#lib/domain/api-keys/create.ts'
import { createMerchant } from '#lib/domain/merchants/create.ts'
import { createOrder } from '#lib/domain/orders/create.ts'
import { beginHostedPayment } from '#lib/domain/payments/begin.ts'
import { createPayment, createUpiPayment } from '#lib/domain/payments/create.ts'
import { fetchPayment } from '#lib/domain/payments/fetch.ts'
import { refundPayment } from '#lib/domain/refunds/create.ts'
import { fetchRefund } from '#lib/domain/refunds/fetch.ts'
import { startWorker } from '#lib/jobs/worker.ts'
import { checkInvariants } from '#lib/ledger/invariants.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Actor } from '#lib/pipeline/operation.ts'
import { type Env, loadEnv } from '#lib/process/env.ts'
import { closeRuntime, runtime } from '#lib/runtime.ts'
import { createTestDatabase } from '#lib/testing/database.ts'
import { goodCard, payer } from '#lib/testing/instance.ts'
import { newId } from '#lib/values/id.ts'
import { newWebhookSecret } from '#lib/values/webhook-signature.js'

/** The long run, FAULT_RUN=long, has ten times as many and prints its figures. */
const LONG = process.env.FAULT_RUN === 'long'
const [WAITING, RESERVED, SILENT_MS] = LONG ? [8000, 2000, 45_000] : [800, 200, 5000]
const ALL = WAITING + RESERVED
const AMOUNT = 10_000

const HURRY = {
  SIMULATOR_REFUND_DELAY_SECONDS: '1',
  SIMULATOR_LATE_REPLY_SECONDS: '1',
  SETTLE_AFTER_SECONDS: LONG ? '15' : '5',
  SETTLE_EVERY_SECONDS: '0.5',
  JOB_POLL_SECONDS: '0.5',
  ACQUIRER_TIMEOUT_MS: '2000',
  WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
}

let open: Database
let drop: () => Promise<void>
let bank: Awaited<ReturnType<typeof startBank>>
let accounts: { test: string; live: string }
beforeAll(async () => {
  const created = await createTestDatabase()
  drop = created.drop
  const secretKey = randomBytes(32).toString('base64')
  const env = loadEnv({
    DATABASE_URL: created.url,
    SECRET_KEY: secretKey,
    LOG_LEVEL: 'silent',
    ...HURRY,
  })
  ;(globalThis as { counterfoilEnv?: Env }).counterfoilEnv = env
  open = database()
  setKeyRing(firstRing(secretKey))
  const merchant = await open.prisma.$transaction((tables) =>
    createMerchant(tables, { name: 'Test Stores', country: 'IN' }, Date.now(), {
      authorization_window_seconds: 259_200,
    }),
  )
  accounts = merchant.accounts
  bank = await startBank()
})
afterAll(async () => {
  bank.child.kill('SIGCONT')
  bank.child.kill('SIGTERM')
  rmSync(bank.folder, { recursive: true })
  await closeRuntime()
  await open.close()
  await drop()
})

const referenceOf = (index: number) => `bop_${String(index).padStart(14, '0')}`

/** `counterfoil bank`, which has accepted all of the payments. */
async function startBank() {
  const folder = mkdtempSync(join(tmpdir(), 'silent-bank-'))
  const records = Array.from({ length: ALL }, (_, index): SimulatorRecord => {
    const reference = referenceOf(index + 1)
    const data = authorizationData(reference, 'upi')
    return {
      reference,
      kind: 'authorization',
      answer: {
        given: { outcome: 'pending' },
        method: 'upi',
        amount: AMOUNT,
        currency: 'INR',
        passed: null,
        wrong: 0,
      },
      settles_at: null,
      final: { outcome: 'authorized', data, international: false },
      created_at: 0,
    }
  })
  const lines = records.map((record) => `${JSON.stringify([record.reference, record])}\n`)
  writeFileSync(join(folder, 'records.jsonl'), lines.join(''))
  const secret = newWebhookSecret()
  const args = [
    'scripts/counterfoil.ts',
    'bank',
    '--port',
    '0',
    '--folder',
    folder,
    '--secret',
    secret,
    '--json',
  ]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [printed] = await once(child.stdout, 'data')
  const { url }: { url: string } = JSON.parse(String(printed))
  return { child, folder, url, secret }
}

// biome-ignore lint/suspicious/noExplicitAny: any operation, whatever it takes and gives
async function run(operation: any, input: object, as: Actor, confirmed = true): Promise<any> {
  const meta = { requestId: newId('request', Date.now()), confirmed }
  return (await execute(runtime(), operation, as, input, meta)).value
}
const live = () => systemActor(runtime().query, accounts.live, 'test')

/** Payments like one that was begun: most are waiting at the bank, some were cut off while they were begun. */
async function clone(id: string): Promise<void> {
  const { query } = runtime()
  const like = (table: string, changes: string, where: string) =>
    query(
      `INSERT INTO ${table} SELECT (jsonb_populate_record(sample, jsonb_build_object(${changes}))).*
       FROM ${table} sample, generate_series(1, ${ALL}) AS nth WHERE ${where}`,
      [id],
    )
  const named = (prefix: string) => `'${prefix}_' || lpad(nth::text, 14, '0')`
  await like('orders', `'id', ${named('order')}`, 'id = (SELECT order_id FROM payments WHERE id = $1)')
  await like(
    'payments',
    `'id', ${named('pay')}, 'order_id', ${named('order')}, 'authorization_reference', ${named('bop')},
     'operation', CASE WHEN nth > ${WAITING} THEN 'authorize' END`,
    'id = $1',
  )
  await like(
    'bank_operations',
    `'id', ${named('bop')}, 'payment_id', ${named('pay')}, 'state', CASE WHEN nth > ${WAITING} THEN 'reserved' ELSE 'waiting' END`,
    'payment_id = $1',
  )
  await like(
    'pgboss.job',
    `'id', gen_random_uuid(), 'start_after', now() + nth % 10 * interval '1 second', 'data', jsonb_set(sample.data, '{payment_id}', to_jsonb(${named('pay')}))`,
    `name = 'ask-late-reply' AND data ->> 'payment_id' = $1 AND nth <= ${WAITING}`,
  )
  await query('DELETE FROM pgboss.job WHERE data ->> $2 = $1', [id, 'payment_id'])
  await open.prisma.$transaction(repairCounts)
}

/** What the process holds: bytes after a collection, sockets, and connections of the database by what they do. */
async function usage() {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  const { rows } = await runtime().query<{ connections: number; blocked: number }>(
    `SELECT count(*)::int AS connections,
       count(*) FILTER (WHERE state LIKE 'idle in transaction%' AND now() - state_change > interval '1 second')::int AS blocked
     FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    [],
  )
  return {
    megabytes: Math.round(process.memoryUsage().heapUsed / 1e6),
    sockets: process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length,
    ...(rows[0] ?? { connections: 0, blocked: 0 }),
  }
}

const countOf = async (sql: string) =>
  Number((await runtime().query<{ count: bigint }>(sql, [])).rows[0]?.count)
const authorizedCount = () =>
  countOf("SELECT count(*) FROM payments WHERE status = 'authorized' AND acquirer_id IS NOT NULL")

it(`${ALL} payments at a silent bank hold nothing but their rows, hold up no one, and each ends once`, async () => {
  const { query, acquirers } = runtime()
  const { id: acquirer } = await run(addAcquirer, { url: bank.url, secret: bank.secret }, await live())
  await run(useAcquirer, { id: acquirer }, await live())
  const order = await run(createOrder, { amount: AMOUNT, currency: 'INR' }, await live())
  const begun = await run(
    beginHostedPayment,
    { ...payer, amount: AMOUNT, order_id: order.id, method: 'upi' },
    await live(),
  )
  await clone(begun.id)
  const system = await systemActor(query, accounts.test, 'test')
  const key = await run(createKey, { name: 'test' }, system)
  const other: Actor = { ...system, kind: 'key', id: key.id }

  bank.child.kill('SIGSTOP')
  const before = await usage()
  const worker = await startWorker()
  try {
    const begunAt = performance.now()
    const worst = { calls: 0, megabytes: 0, sockets: 0, connections: 0, blocked: 0, otherMs: 0 }
    const sample = async () => {
      const now = await usage()
      worst.calls = Math.max(worst.calls, acquirers.openCalls(acquirer))
      for (const name of ['megabytes', 'sockets', 'connections', 'blocked'] as const)
        worst[name] = Math.max(worst[name], now[name])
    }
    // Each has been asked for once, and comes again behind others.
    await expect
      .poll(
        async () => {
          await sample()
          return countOf(
            `SELECT count(*) FROM pgboss.job WHERE name = 'ask-late-reply' AND state < 'completed' AND priority = 0`,
          )
        },
        { timeout: 300_000, interval: 100 },
      )
      .toBe(0)
    const firstWaveSeconds = (performance.now() - begunAt) / 1000
    const wavedAt = performance.now()
    while (performance.now() - wavedAt < SILENT_MS) {
      const started = performance.now()
      const ended = anotherAccount(other)
      let over = false
      void ended.finally(() => {
        over = true
      })
      while (!over) {
        await sample()
        await wait(100)
      }
      await ended
      worst.otherMs = Math.max(worst.otherMs, performance.now() - started)
    }
    const calls = await countOf('SELECT count(*) FROM acquirer_calls WHERE error IS NOT NULL')
    const failedJobs = await countOf("SELECT count(*) FROM pgboss.job WHERE state IN ('retry', 'failed')")
    const twice = await countOf(
      `SELECT count(*) FROM (SELECT 1 FROM pgboss.job WHERE name = 'ask-late-reply' AND state = 'created'
         GROUP BY data ->> 'payment_id' HAVING count(*) > 1) AS found`,
    )
    expect(await authorizedCount()).toBe(0)

    bank.child.kill('SIGCONT')
    const spoke = performance.now()
    await expect.poll(authorizedCount, { timeout: 600_000, interval: 250 }).toBe(ALL)
    const seconds = (performance.now() - spoke) / 1000
    if (LONG)
      process.stdout.write(
        `${JSON.stringify({ payments: ALL, silentMs: SILENT_MS, before, worst, calls, firstWaveSeconds, recoverySeconds: seconds })}\n`,
      )

    // The first calls find out that it is silent; then one at a time tries again.
    expect(calls).toBeGreaterThan(0)
    expect(calls).toBeLessThan(100 + (spoke - begunAt) / 500)
    expect(failedJobs).toBe(0)
    expect(twice).toBe(0)
    expect(worst.calls).toBeLessThanOrEqual(64)
    expect(worst.sockets - before.sockets).toBeLessThanOrEqual(64)
    expect(worst.connections).toBeLessThanOrEqual(32)
    // No transaction waits for the bank.
    expect(worst.blocked).toBe(0)
    expect(worst.megabytes - before.megabytes).toBeLessThan(60)
    expect(worst.otherMs).toBeLessThan(30_000)
    const events = await countOf(
      "SELECT count(*) FROM events WHERE event = 'payment.authorized' AND payment_id LIKE 'pay_0000%'",
    )
    expect(events).toBe(ALL)
    expect(
      await countOf(
        "SELECT count(*) FROM bank_operations WHERE state <> 'succeeded' AND id LIKE 'bop_0000%'",
      ),
    ).toBe(0)
  } finally {
    await worker.stop()
  }
  expect(await checkInvariants(query)).toEqual([])
}, 900_000)

/** A refund and a late payment of an account whose bank is well, from their beginning to their end. */
async function anotherAccount(as: Actor): Promise<void> {
  const order = await run(createOrder, { amount: AMOUNT, currency: 'INR', payment_capture: true }, as)
  const card = { ...payer, amount: AMOUNT, order_id: order.id, method: 'card', card: goodCard }
  const payment = await run(createPayment, card, as)
  const refund = await run(refundPayment, { id: payment.id, amount: 1000, speed: 'normal' }, as)
  const second = await run(createOrder, { amount: AMOUNT, currency: 'INR' }, as)
  const upi = { ...payer, amount: AMOUNT, order_id: second.id, vpa: 'pending@upi' }
  const late = await run(createUpiPayment, upi, as)
  await expect
    .poll(async () => (await run(fetchRefund, { id: refund.id }, as)).status, {
      timeout: 120_000,
      interval: 100,
    })
    .toBe('processed')
  await expect
    .poll(async () => (await run(fetchPayment, { id: late.id }, as)).status, {
      timeout: 120_000,
      interval: 100,
    })
    .toBe('authorized')
}

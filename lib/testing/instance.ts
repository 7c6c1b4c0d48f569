import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { firstRing, type KeyRing, setKeyRing } from '#lib/auth/key-ring.ts'
import { systemActor } from '#lib/auth/system-actor.ts'
import { type Database, openDatabase } from '#lib/database/client.ts'
import { createKey } from '#lib/domain/api-keys/create.ts'
import { createMerchant } from '#lib/domain/merchants/create.ts'
import type { Queue } from '#lib/jobs/queue.ts'
import { runJob } from '#lib/jobs/run.ts'
import { checkInvariants } from '#lib/ledger/invariants.ts'
import type { NewJob } from '#lib/pipeline/changes.ts'
import { isAppError } from '#lib/pipeline/errors.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Actor, Operation } from '#lib/pipeline/operation.ts'
import { createReader } from '#lib/pipeline/reader.ts'
import { createWriter } from '#lib/pipeline/writer.ts'
import type { JobName, Jobs } from '#lib/ports/jobs.ts'
import { loadEnv } from '#lib/process/env.ts'
import { createRuntime } from '#lib/runtime.ts'
import { errorsOf } from '#lib/surfaces/openapi/errors.ts'
import { createTestDatabase } from '#lib/testing/database.ts'
import { newId } from '#lib/values/id.ts'

/** 2026-06-15 06:30 UTC, in milliseconds. */
const START = 1_781_505_000_000

type Waiting = { name: JobName; data: Jobs[JobName]; at: number }

/** Whether writes that wait at the same time share a statement: races end the same way either way. */
export const JOINED: [name: string, join: boolean][] = [
  ['where writes share a statement', true],
  ['where each write is alone', false],
]

/**
 * A whole instance for tests on a real database of its own: a merchant with its test account and an API key, a clock that
 * moves only when it is told to, and jobs that run when their time has come, unless they go to the queue of the database.
 */
export async function openInstance(
  options: {
    authorizationWindow?: number
    country?: 'IN' | 'MY' | 'SG' | 'US'
    settings?: Record<string, string>
    capabilities?: string[]
    /** `database`: jobs are written to its queue, as in production, and wait there for the test to run them. */
    queue?: 'memory' | 'database'
    /** false to make each write by a statement of its own. */
    join?: boolean
    /** The data keys; else those of a database in which SECRET_KEY was never changed. */
    ring?: KeyRing
    /** A migrated database that is there already; else it makes one of its own. */
    url?: string
    /** An instance whose database and connections it uses, with a merchant, a clock and jobs of its own. */
    beside?: { url: string; database: Database }
  } = {},
) {
  const { url, database, close } = options.beside
    ? { ...options.beside, close: async () => {} }
    : await connect(options.url)
  let at = START
  const jobs: Waiting[] = []
  const SECRET_KEY = options.settings?.SECRET_KEY ?? randomBytes(32).toString('base64')
  const env = loadEnv({ DATABASE_URL: url, ...options.settings, SECRET_KEY })
  const ring = options.ring ?? firstRing(SECRET_KEY)
  setKeyRing(ring)
  const queue = { statement: null, queued, boss: { stop: async () => {} } } as unknown as Queue
  const parts = { database, env, ring: ring.readFrom(database.query), clock: () => at }
  const runtime = createRuntime(options.queue === 'database' ? parts : { ...parts, queue })
  // Made by its first use, elsewhere; a test may put another in its place.
  Object.defineProperty(runtime, 'prisma', { value: runtime.prisma, writable: true })
  // Joined also where a read is alone, so that every test shows that what it reads can be joined.
  runtime.reader = createReader({ query: database.joined, join: options.join !== false, least: 1 })
  if (options.join === false)
    runtime.writer = createWriter({ query: database.joined, queues: runtime.queues, join: false })

  function queued(made: NewJob[]) {
    for (const { name, data, after } of made)
      jobs.push({ name: name as JobName, data: data as Jobs[JobName], at: at / 1000 + after })
  }

  const merchant = await database.prisma.$transaction((tables) =>
    createMerchant(tables, { name: 'Test Stores', country: options.country ?? 'IN' }, at, {
      authorization_window_seconds: options.authorizationWindow ?? 259_200,
      capabilities: options.capabilities ?? ['wallet'],
    }),
  )
  const system = await systemActor(runtime.query, merchant.accounts.test, 'test')
  const key = (
    await execute(runtime, createKey, system, { name: 'test' }, { requestId: newId('request', at) })
  ).value
  const actor: Actor = { ...system, kind: 'key', id: key.id, name: key.name }

  return {
    runtime,
    database,
    url,
    merchant,
    key,
    actor,
    system,
    jobs,
    now: () => Math.floor(at / 1000),
    /** Runs an operation as the API key and returns its value. */
    async run<I extends z.ZodType, O extends z.ZodType>(
      operation: Operation<I, O>,
      input: z.input<I>,
      idempotencyKey?: string,
      as: Actor = actor,
      confirmed = false,
    ): Promise<z.output<O>> {
      const meta = { requestId: newId('request', at), idempotencyKey, confirmed }
      const result = await execute(runtime, operation, as, input, meta).catch((error: unknown) => {
        assertListed(operation, error)
        throw error
      })
      return result.value
    },
    /** Moves the clock, and runs every job that falls due on the way, in order. */
    async pass(seconds: number): Promise<void> {
      const end = at + seconds * 1000
      for (;;) {
        jobs.sort((left, right) => left.at - right.at)
        const due = jobs[0] && jobs[0].at * 1000 <= end ? jobs.shift() : undefined
        if (!due) break
        at = Math.max(at, due.at * 1000)
        await runJob(runtime, due.name, due.data as never)
      }
      at = end
    },
    violations: () => checkInvariants(runtime.query),
    async balance(): Promise<number> {
      const { rows } = await runtime.query(
        "SELECT balance FROM ledger_balances WHERE account_id = $1 AND account = 'merchant_balance'",
        [merchant.accounts.test],
      )
      return Number(rows[0]?.balance)
    },
    async close(): Promise<void> {
      await runtime.queue.boss.stop({ graceful: false })
      await close()
    },
  }
}

async function connect(existing: string | undefined) {
  const { url, drop } = existing ? { url: existing, drop: async () => {} } : await createTestDatabase()
  const database = openDatabase(url, 10)
  return {
    url,
    database,
    async close(): Promise<void> {
      await database.close()
      await drop()
    },
  }
}

export type Instance = Awaited<ReturnType<typeof openInstance>>

/** A payer's card of the published test instruments that is authorized. */
export const goodCard = {
  number: '4100280000001007',
  name: 'Test Payer',
  expiry_month: '12',
  expiry_year: '2030',
  cvv: '123',
}

/** What a payment takes besides its order. */
export const payer = { currency: 'INR', email: 'payer@example.com', contact: '+919876543210' } as const

/** The reference shows the reasons that an operation lists, so that each it throws has to be among them. */
function assertListed(operation: Operation, error: unknown): void {
  if (operation.http === null || !isAppError(error)) return
  const listed = errorsOf(operation).map(({ reason }) => reason)
  if (!listed.includes(error.reason))
    throw new Error(`${operation.name} throws ${error.reason}, which its \`errors\` do not list.`, {
      cause: error,
    })
}

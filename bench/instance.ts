import { createHash, randomBytes } from 'node:crypto'
import { DATA_DIR } from '#bench/cluster.ts'
import { type KeyRing, openRing, setKeyRing } from '#lib/auth/key-ring.ts'
import { systemActor } from '#lib/auth/system-actor.ts'
import { type Database, openDatabase } from '#lib/database/client.ts'
import { createKey } from '#lib/domain/api-keys/create.ts'
import { createMerchant } from '#lib/domain/merchants/create.ts'
import type { Queue } from '#lib/jobs/queue.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Actor, Runtime } from '#lib/pipeline/operation.ts'
import { type Env, loadEnv } from '#lib/process/env.ts'
import { createRuntime } from '#lib/runtime.ts'
import { newId } from '#lib/values/id.ts'

/** Not a secret: it protects only the data of the bench, and the same one decrypts that of an earlier run. */
const SECRET_KEY = createHash('sha256').update('counterfoil bench').digest('base64')

/** A merchant in a database of the bench, with a new API key, and the pipeline to run operations in this process. */
export type Instance = {
  url: string
  database: Database
  runtime: Runtime
  actor: Actor
  merchantId: string
  accountId: string
  /** The header that the servers take. */
  authorization: string
  close(): Promise<void>
}

/** Opens a database and takes the merchant that is there, or creates one. */
export async function openInstance(url: string, more: Record<string, string> = {}): Promise<Instance> {
  const database = openDatabase(url, 10)
  const env = loadEnv({ ...settings(url), ...more }) satisfies Env
  const queue = { statement: null, queued() {}, boss: { stop: async () => {} } } as unknown as Queue
  const runtime = createRuntime({ database, env, ring: await ringOf(database), queue })
  const { merchantId, accountId } = await merchantOf(database)
  const system = await systemActor(runtime.query, accountId, 'bench')
  const meta = { requestId: newId('request', Date.now()) }
  const { value: key } = await execute(
    runtime,
    createKey,
    system,
    { name: `bench ${randomBytes(4).toString('hex')}` },
    meta,
  )
  return {
    url,
    database,
    runtime,
    actor: { ...system, kind: 'key', id: key.id, name: key.name },
    merchantId,
    accountId,
    authorization: `Basic ${Buffer.from(`${key.id}:${key.secret}`).toString('base64')}`,
    close: () => database.close(),
  }
}

/** The settings of every process that uses a database of the bench: no rate limits, no log except warnings. */
export function settings(url: string): Record<string, string> {
  return {
    DATABASE_URL: url,
    SECRET_KEY,
    DATA_DIR,
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    RATE_LIMIT_PER_SECOND: '1000000',
    RATE_LIMIT_BURST: '1000000',
    NETWORK_LIMIT_FACTOR: '1000000',
  }
}

/** Reads the data keys of a database of the bench, for this process. */
export async function ringOf({ query }: Database): Promise<KeyRing> {
  const ring = await openRing(query, SECRET_KEY)
  if (ring === null) throw new Error('The database of the bench has another SECRET_KEY.')
  setKeyRing(ring)
  return ring
}

async function merchantOf(database: Database): Promise<{ merchantId: string; accountId: string }> {
  const known = await database.prisma.accounts.findFirst({ where: { mode: 'test' } })
  if (known) return { merchantId: known.merchant_id, accountId: known.id }
  const limits = { authorization_window_seconds: 259_200 }
  const made = await database.prisma.$transaction((tables) =>
    createMerchant(tables, { name: 'Bench Stores', country: 'IN' }, Date.now(), limits),
  )
  return { merchantId: made.id, accountId: made.accounts.test }
}

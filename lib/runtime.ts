import { withFaultPoints } from '#lib/acquirer/fault-points.ts'
import { openAcquirers } from '#lib/acquirer/live.ts'
import { createSimulator } from '#lib/acquirer/simulator.ts'
import { sqlMemory } from '#lib/acquirer/simulator-memory.ts'
import { withTimeout } from '#lib/acquirer/timeout.ts'
import { forgetKey } from '#lib/auth/api-key.ts'
import { DIGESTS, type KeyRing, keyRing } from '#lib/auth/key-ring.ts'
import { hashPassword } from '#lib/auth/password.ts'
import { requesterActor } from '#lib/auth/requester.ts'
import { sha256 } from '#lib/auth/secrets.ts'
import { systemActor } from '#lib/auth/system-actor.ts'
import { type Database, database } from '#lib/database/client.ts'
import { numbered } from '#lib/database/conditions.ts'
import type { Columns, Query } from '#lib/database/query.ts'
import { queueNewEvents } from '#lib/domain/webhooks/queue-deliveries.ts'
import type { api_keys } from '#lib/generated/prisma/client.ts'
import { openQueue, type Queue } from '#lib/jobs/queue.ts'
import { smtpMailer } from '#lib/mail/smtp.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Actor, Runtime } from '#lib/pipeline/operation.ts'
import { createReader } from '#lib/pipeline/reader.ts'
import { createWriter } from '#lib/pipeline/writer.ts'
import { type Env, env } from '#lib/process/env.ts'
import { openStorage } from '#lib/storage/open.ts'
import { commandScan } from '#lib/storage/scan.ts'
import { randomText } from '#lib/values/random-text.ts'
import type { Part } from './database/query.ts'

export type RuntimeParts = {
  database: Database
  env: Env
  ring: KeyRing
  clock?: () => number
  queue?: Queue
}

/** Puts together what operations run on: database, queue, acquirer, clock and keys. */
export function createRuntime({
  database,
  env,
  ring,
  clock = Date.now,
  queue,
}: RuntimeParts): Runtime & { queue: Queue } {
  const url = env.DATABASE_URL ?? ''
  const jobs = queue ?? openQueue(url, { works: false })
  const open = (sealed: Uint8Array) => ring.open(sealed)
  const query: Query = (text, values) => database.query(text, values)
  const simulator = withTimeout(
    createSimulator({
      memory: sqlMemory(query),
      clock,
      latencyMs: env.SIMULATOR_LATENCY_MS,
      refundDelaySeconds: env.SIMULATOR_REFUND_DELAY_SECONDS,
      lateReplySeconds: env.SIMULATOR_LATE_REPLY_SECONDS,
    }),
    env.ACQUIRER_TIMEOUT_MS,
  )
  const bank = env.FAULT_POINTS === undefined ? simulator : withFaultPoints(simulator, env.FAULT_POINTS)
  const acquirers = openAcquirers({
    query,
    clock,
    unseal: open,
    networks: env.WEBHOOK_ALLOWED_NETWORKS,
    baseUrl: env.BASE_URL,
    timeoutMs: env.ACQUIRER_TIMEOUT_MS,
  })
  const queues = { jobs: jobs.statement, deliveries: queueNewEvents }
  return {
    // The client has further overloads of $transaction, so it does not match the one that operations may use.
    get prisma() {
      return database.prisma as unknown as Runtime['prisma']
    },
    query,
    queue: jobs,
    // Operations ask for it, so it loads them when it is called.
    async operationNamed(stored) {
      const { operations } = await import('#lib/domain/operations.ts')
      return operations.find(({ name }) => name === stored)
    },
    execute,
    actors: {
      system: (accountId, name) => systemActor(query, accountId, name),
      requester: (of) => requesterActor(query, of, Math.floor(clock() / 1000)),
    },
    acquirer(account, id = account.acquirer?.id) {
      if (account.mode === 'test') return bank
      if (!id) throw refused('acquirer_not_configured')
      return acquirers.of(account, id)
    },
    acquirers,
    storage: openStorage(env),
    scan: env.SCAN_COMMAND === undefined ? null : commandScan(env.SCAN_COMMAND),
    vault: {
      seal: (text) => ring.seal(text),
      open,
      digest: (text) => ring.digest(text),
      proofs: (text) => ring.proofs(DIGESTS, text),
    },
    mailer: env.SMTP_URL === undefined ? null : smtpMailer(env.SMTP_URL, env.MAIL_FROM ?? ''),
    baseUrl: env.BASE_URL,
    allowedNetworks: env.WEBHOOK_ALLOWED_NETWORKS,
    testTargets: env.WEBHOOK_TEST_TARGETS,
    nudge: () => (globalThis as { counterfoilDispatcher?: { wake(): void } }).counterfoilDispatcher?.wake(),
    newSecret() {
      const secret = randomText(32)
      return { secret, secret_hash: sha256(secret), secret_encrypted: ring.seal(secret) }
    },
    hashPassword,
    signingSecret: (actor, keyId) => signingSecret(query, ring, actor, keyId, Math.floor(clock() / 1000)),
    signing: (actor) => ({
      part: signingPart(actor.account.id, actor.kind === 'key' ? actor.id : null, Math.floor(clock() / 1000)),
      open: (row) => (row ? open(Buffer.from(row.secret_encrypted.slice(2), 'hex')) : null),
    }),
    forgetKey,
    timing: {
      settleAfter: env.SETTLE_AFTER_SECONDS,
      refundPoll: Math.max(1, env.SIMULATOR_REFUND_DELAY_SECONDS),
    },
    reader: createReader(
      env.JOIN_WRITES === 'on'
        ? { query: (text, values) => database.joined(text, values) }
        : { query, join: false },
    ),
    writer: createWriter({
      query: (text, values) => database.joined(text, values),
      queues,
      join: env.JOIN_WRITES === 'on',
    }),
    queues,
    jobs,
    digestKey: ring.idempotencyKey,
    clock,
  }
}

/** The runtime of this process. On globalThis, since Next bundles routes apart. */
export function runtime(): Runtime & { queue: Queue } {
  globals.counterfoilRuntime ??= createRuntime({
    database: database(),
    env: env(),
    ring: keyRing().readFrom(database().query),
  })
  return globals.counterfoilRuntime
}
const globals = globalThis as { counterfoilRuntime?: (Runtime & { queue: Queue }) | undefined }

/** Lets go of the queue's connections, for a clean stop. */
export async function closeRuntime(): Promise<void> {
  const open = globals.counterfoilRuntime
  globals.counterfoilRuntime = undefined
  await open?.queue.boss.stop({ graceful: false }).catch(() => {})
  await open?.acquirers.close()
}

async function signingSecret(
  query: Query,
  ring: KeyRing,
  actor: Actor,
  keyId: string | null,
  now: number,
): Promise<string> {
  const wanted = actor.kind === 'key' ? actor.id : keyId
  const { sql, values } = numbered(signingPart(actor.account.id, wanted, now))
  const { rows } = await query<Columns<api_keys, 'secret_encrypted'>>(sql, values)
  const sealed = rows[0]?.secret_encrypted
  if (!sealed)
    throw new Error(`The account ${actor.account.id} has no active API key, so its payments can't be signed.`)
  return ring.open(sealed)
}

/** An active key before one that has expired; the wanted one, else the one that took its place, else the oldest. */
function signingPart(accountId: string, wanted: string | null, now: number): Part {
  return {
    sql: `WITH RECURSIVE line (id, replaced_by, step) AS (
       SELECT id, replaced_by, 0 FROM api_keys WHERE account_id = ? AND id = ?
       UNION ALL
       SELECT next.id, next.replaced_by, line.step + 1 FROM line
       JOIN api_keys next ON next.account_id = ? AND next.id = line.replaced_by WHERE line.step < 50
     )
     SELECT secret_encrypted FROM api_keys key LEFT JOIN line USING (id)
     WHERE key.account_id = ? AND key.revoked_at IS NULL
     ORDER BY (key.expires_at IS NULL OR key.expires_at > ?) DESC, line.step NULLS LAST, key.created_at, key.id LIMIT 1`,
    values: [accountId, wanted, accountId, accountId, now],
  }
}

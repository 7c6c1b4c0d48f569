import { closeDatabase, database } from '#lib/database/client.ts'
import type { Tables } from '#lib/pipeline/operation.ts'
import type { Env } from '#lib/process/env.ts'
import { closeRuntime, runtime } from '#lib/runtime.ts'
import { CannotStart } from '#lib/server/cannot-start.ts'
import { newId } from '#lib/values/id.ts'
import { assertDatabaseReady } from '#scripts/database-ready.ts'
import { bringUpDatabase, prepareEnvironment } from '#scripts/environment.ts'

/** The actor, as the audit log shows it. */
export const ACTOR = 'command line'

/** How commands reach the database: `transaction` for rows without an account, `runtime` for operations. */
export type Instance = {
  env: Env
  url: string
  runtime: ReturnType<typeof runtime>
  transaction<T>(work: (tables: Tables) => Promise<T>): Promise<T>
}

/**
 * Opens the database for a command and closes it again: that of DATABASE_URL, the embedded one of a running server,
 * or the embedded one, started for the time being.
 * @throws CannotStart when the database is not of this version, or SECRET_KEY is not its key
 */
export async function withInstance<T>(work: (instance: Instance) => Promise<T>): Promise<T> {
  const env = prepareEnvironment()
  // Standard output is for the result, and an operation reports its own failure.
  process.env.LOG_LEVEL = 'silent'
  const { url, stop } = await bringUpDatabase(env, { join: true })
  try {
    await assertDatabaseReady(url, env)
    const transaction: Instance['transaction'] = (inner) => database().prisma.$transaction(inner)
    return await work({ env, url, runtime: runtime(), transaction })
  } finally {
    await closeRuntime()
    await closeDatabase()
    await stop()
  }
}

/** A merchant with its accounts. @throws CannotStart when there is none, with those that there are */
export async function findMerchant(tables: Tables, id: string) {
  const merchant = await tables.merchants.findUnique({ where: { id }, include: { accounts: true } })
  if (merchant) return merchant
  const others = await tables.merchants.findMany({ orderBy: { created_at: 'desc' }, take: 10 })
  const list = others.map((other) => `  ${other.id}  ${other.name}`).join('\n')
  throw new CannotStart(
    `There is no merchant ${id}. ${others.length > 0 ? `Existing merchants:\n${list}` : 'Create one with `merchant create`.'}`,
  )
}

/** Merchants and people belong to no account, so their line is written in each account of the merchant. */
export async function writeAuditLines(
  tables: Tables,
  accountIds: string[],
  line: { action: string; object_id: string; details: Record<string, string> },
): Promise<void> {
  const at = Date.now()
  const request_id = newId('request', at)
  const actor = { actor_kind: 'system', actor_id: ACTOR, actor_name: ACTOR }
  await tables.audit_lines.createMany({
    data: accountIds.map((account_id) => ({
      account_id,
      id: newId('audit', at),
      ...line,
      ...actor,
      request_id,
      created_at: Math.floor(at / 1000),
    })),
  })
}

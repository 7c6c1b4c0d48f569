import { systemActor } from '#lib/auth/system-actor.ts'
import type { Columns } from '#lib/database/query.ts'
import { REMINDED } from '#lib/domain/api-keys/rules.ts'
import { warnOfExpiry } from '#lib/domain/api-keys/warn-of-expiry.ts'
import type { api_keys } from '#lib/generated/prisma/client.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Runtime } from '#lib/pipeline/operation.ts'
import { log } from '#lib/process/log.ts'
import { newId } from '#lib/values/id.ts'

/**
 * Has people emailed about API keys that expire soon, and each year about those that never expire. The operation looks again at the locked key, so that several workers,
 * and repeats, send each warning once.
 */
export async function warnOfExpiringKeys(runtime: Runtime): Promise<void> {
  const now = Math.floor(runtime.clock() / 1000)
  // Keys are few, and those that expire fewer: the table is read as it is.
  const { rows } = await runtime.query<Columns<api_keys, 'account_id' | 'id'>>(
    `SELECT account_id, id FROM api_keys
     WHERE revoked_at IS NULL AND replaced_by IS NULL AND (
       expires_at IS NULL AND created_at <= $1 - 365 * 86400
         AND (warned_days IS DISTINCT FROM ${REMINDED} OR warned_expiry <= $1 - 365 * 86400)
       OR expires_at > $1 AND expires_at <= $1 + 3 * 86400 AND created_at < expires_at - 3 * 86400
         AND (warned_expiry IS DISTINCT FROM expires_at OR warned_days > 3)
       OR expires_at > $1 AND expires_at <= $1 + 14 * 86400 AND created_at < expires_at - 14 * 86400
         AND warned_expiry IS DISTINCT FROM expires_at)
     ORDER BY expires_at LIMIT 1000`,
    [now],
  )
  for (const { account_id, id } of rows) {
    const actor = await systemActor(runtime.query, account_id, 'key expiry')
    const requestId = newId('request', runtime.clock())
    await execute(runtime, warnOfExpiry, actor, { id }, { requestId }).catch((error) =>
      log().warn({ err: error, key: id }, 'The warning of an expiring key failed and is tried again.'),
    )
  }
}

import { settleBankOperation } from '#lib/domain/payments/settle.ts'
import type { bank_operations } from '#lib/generated/prisma/client.ts'
import { systemActor } from '#lib/jobs/system-actor.ts'
import { log } from '#lib/log.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Runtime } from '#lib/pipeline/operation.ts'
import type { Columns } from '#lib/query.ts'
import { newId } from '#lib/values/id.ts'

/** The most that one run of the task takes up. */
const AT_ONCE = 50

/**
 * Finds bank calls that were reserved a while ago and never recorded, and settles each. They are claimed by
 * postponing their next check, so that several workers share them and a failed one is retried.
 * @returns how many were claimed
 */
export async function settleReserved(runtime: Runtime): Promise<number> {
  const now = Math.floor(runtime.clock() / 1000)
  const { rows } = await runtime.query<Columns<bank_operations, 'account_id' | 'id'>>(
    `UPDATE bank_operations SET checked_at = $1 WHERE (account_id, id) IN (
       SELECT account_id, id FROM bank_operations WHERE state = 'reserved' AND checked_at <= $2
       ORDER BY checked_at LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED)
     RETURNING account_id, id`,
    [now, now - runtime.timing.settleAfter],
  )
  for (const row of rows) {
    const actor = await systemActor(runtime.query, row.account_id, 'settle')
    await execute(
      runtime,
      settleBankOperation,
      actor,
      { id: row.id },
      { requestId: newId('request', runtime.clock()) },
    ).catch((error) =>
      log().warn({ err: error, bank_operation: row.id }, 'A bank call could not be settled yet.'),
    )
  }
  return rows.length
}

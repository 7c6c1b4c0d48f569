import { systemActor } from '#lib/auth/system-actor.ts'
import type { Columns } from '#lib/database/query.ts'
import { failExport, GIVEN_UP } from '#lib/domain/exports/finish.ts'
import { queueExport } from '#lib/domain/exports/queue.ts'
import type { export_schedules, scheduled_exports } from '#lib/generated/prisma/client.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Runtime } from '#lib/pipeline/operation.ts'
import { newId } from '#lib/values/id.ts'

/** How many exports one look finds. */
const LOST_AT_ONCE = 100

/**
 * Fails the scheduled exports that no process makes and no job will: the queue gave their jobs up, or lost them with a
 * database that was restored. @returns how many
 */
export async function failLostExports(runtime: Runtime): Promise<number> {
  const { rows } = await runtime.query<Columns<scheduled_exports, 'account_id' | 'id'>>(
    `SELECT account_id, id FROM scheduled_exports file
     WHERE status = 'pending' AND leased_until <= $1
       AND NOT EXISTS (SELECT FROM pgboss.job WHERE name = 'make-export' AND state < 'completed'
         AND data->>'export_id' = file.id)
     ORDER BY created_at LIMIT ${LOST_AT_ONCE}`,
    [Math.floor(runtime.clock() / 1000)],
  )
  for (const { account_id, id } of rows) {
    const system = await systemActor(runtime.query, account_id, 'fail-lost-exports')
    const meta = { requestId: newId('request', runtime.clock()) }
    await execute(runtime, failExport, system, { id, problem: GIVEN_UP, pauses: false }, meta)
  }
  return rows.length
}

/** How many schedules one look finds. */
const AT_ONCE = 100

/**
 * Queues every scheduled export that is due. Several workers may do so at once: each due time is queued by the one that
 * sets the next. @returns how many this one queued
 */
export async function queueDueExports(runtime: Runtime): Promise<number> {
  let total = 0
  for (;;) {
    const { rows } = await runtime.query<Columns<export_schedules, 'account_id' | 'id'>>(
      `SELECT account_id, id FROM export_schedules WHERE paused_at IS NULL AND next_at <= $1 ORDER BY next_at LIMIT ${AT_ONCE}`,
      [Math.floor(runtime.clock() / 1000)],
    )
    for (const { account_id, id } of rows) {
      const system = await systemActor(runtime.query, account_id, 'queue-exports')
      const meta = { requestId: newId('request', runtime.clock()) }
      const { queued } = (await execute(runtime, queueExport, system, { id }, meta)).value
      if (queued) total += 1
    }
    if (rows.length === 0) return total
  }
}

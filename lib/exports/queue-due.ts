import { queueExport } from '#lib/domain/exports/queue.ts'
import type { export_schedules } from '#lib/generated/prisma/client.ts'
import { systemActor } from '#lib/jobs/system-actor.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Runtime } from '#lib/pipeline/operation.ts'
import type { Columns } from '#lib/query.ts'
import { newId } from '#lib/values/id.ts'

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

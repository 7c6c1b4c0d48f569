import { DEAD_AFTER } from '#lib/heartbeat.ts'
import type { Runtime } from '#lib/operation.ts'

/**
 * Gives jobs back to the queue whose process is dead: without this they wait until the queue gives them up as expired. A
 * process that was only stopped may finish such a job a second time, which jobs are written for. @returns how many
 */
export async function retakeJobs({ query }: Pick<Runtime, 'query'>): Promise<number> {
  const { rows } = await query(
    `WITH dead AS (
       DELETE FROM processes WHERE beat_at < now() - interval '${DEAD_AFTER} seconds' RETURNING jobs
     ), held AS (SELECT unnest(jobs)::uuid AS id FROM dead)
     UPDATE pgboss.job SET state = 'retry', start_after = now()
     WHERE state = 'active' AND id IN (SELECT id FROM held) RETURNING 1`,
    [],
  )
  return rows.length
}

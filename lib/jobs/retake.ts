import { DEAD_AFTER } from '#lib/heartbeat.ts'
import type { Runtime } from '#lib/pipeline/operation.ts'

/** How many processes one statement goes through. */
const AT_ONCE = 1000

/**
 * Gives jobs back to the queue whose process is dead: without this they wait until the queue gives them up as expired. A
 * process that was only stopped may finish such a job a second time, which jobs are written for. @returns how many
 */
export async function retakeJobs({ query }: Pick<Runtime, 'query'>): Promise<number> {
  let total = 0
  for (let gone = AT_ONCE; gone === AT_ONCE; ) {
    const { rows } = await query<{ gone: number; retaken: number }>(
      `WITH dead AS (
         DELETE FROM processes WHERE id IN (
           SELECT id FROM processes WHERE beat_at < now() - interval '${DEAD_AFTER} seconds' LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED)
         RETURNING jobs
       ), held AS (SELECT unnest(jobs)::uuid AS id FROM dead
       ), retaken AS (
         UPDATE pgboss.job SET state = 'retry', start_after = now()
         WHERE state = 'active' AND id IN (SELECT id FROM held) RETURNING 1)
       SELECT (SELECT count(*)::int FROM dead) AS gone, (SELECT count(*)::int FROM retaken) AS retaken`,
      [],
    )
    gone = Number(rows[0]?.gone)
    total += Number(rows[0]?.retaken)
  }
  return total
}

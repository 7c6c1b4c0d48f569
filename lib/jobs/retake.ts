import { DEAD_AFTER } from '#lib/database/heartbeat.ts'
import type { Runtime } from '#lib/pipeline/operation.ts'
import { JOB_NAMES } from '#lib/ports/jobs.ts'

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

/**
 * Gives jobs back to the queue that no living process has in hand: their worker lives, but could not report their end, or
 * never learned that it took them, because the database was away. To be called while that may be so, since it reads every
 * job that is being run. @returns how many
 */
export async function retakeAbandonedJobs({ query }: Pick<Runtime, 'query'>): Promise<number> {
  const { rows } = await query(
    `UPDATE pgboss.job SET state = 'retry', start_after = now()
     WHERE state = 'active' AND name = ANY ($1::text[]) AND started_on < now() - interval '${DEAD_AFTER} seconds'
       AND NOT EXISTS (SELECT 1 FROM processes alive
         WHERE alive.beat_at > now() - interval '${DEAD_AFTER} seconds' AND job.id::text = ANY (alive.jobs))
     RETURNING 1`,
    [JOB_NAMES],
  )
  return rows.length
}

import type { Context } from '#lib/pipeline/operation.ts'

/** The record that a job is about is the one ID in its data that is not the account's; an acquirer's gives way to its reference. */
export const JOB_RECORD = `(SELECT value FROM jsonb_each_text(job.data) WHERE right(key, 3) = '_id' AND key <> 'account_id'
  ORDER BY key LIMIT 1)`

/** Whether the merchant has the server alone. Deleted merchants count, too: their rows are in the size of the database. */
export async function hasServerAlone(context: Context): Promise<boolean> {
  const [merchants] = await context.rows<{ count: number }>(
    'SELECT count(*)::int AS count FROM (SELECT 1 FROM merchants LIMIT 2) AS two',
    [],
  )
  return Number(merchants?.count) === 1
}

import type { Context } from '#lib/pipeline/operation.ts'

/**
 * Which of these requests are in the request log, by one look-up of its primary key for all. Jobs have a request ID, too,
 * and no line in the log; lines are deleted after the days of the account.
 */
export async function loggedRequests(
  { account, rows }: Context,
  ids: (string | null)[],
): Promise<Set<string>> {
  const requested = [...new Set(ids.filter((id) => id !== null))]
  if (requested.length === 0) return new Set()
  const found = await rows<{ id: string }>(
    'SELECT id FROM request_logs WHERE account_id = $1 AND id = ANY($2::text[])',
    [account.id, requested],
  )
  return new Set(found.map(({ id }) => id))
}

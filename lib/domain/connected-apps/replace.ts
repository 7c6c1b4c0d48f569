import { endGrants } from '#lib/domain/connected-apps/end-grant.ts'
import type { Context } from '#lib/pipeline/operation.ts'

/**
 * Ends what the same person has let the same app do in this account before, so that there is one connection of
 * them to look at, to limit and to end. Called in the transaction that makes the new grant, after it was made: what
 * waits for a person waits for it from now on.
 * @returns the ids of the grants that ended
 */
export async function replaceEarlier(
  context: Context,
  grant: { id: string; client_id: string },
): Promise<string[]> {
  const { account, actor, now, rows } = context
  const earlier = await rows<{ id: string }>(
    `SELECT id FROM oauth_grants
     WHERE account_id = $1 AND client_id = $2 AND user_id = $3 AND id <> $4 AND revoked_at IS NULL AND expires_at > $5
     ORDER BY id FOR UPDATE`,
    [account.id, grant.client_id, actor.id, grant.id, now],
  )
  if (earlier.length === 0) return []
  const ids = earlier.map(({ id }) => id)
  await rows(
    `UPDATE approvals SET grant_id = $2, actor_id = $2
     WHERE account_id = $1 AND grant_id = ANY($3::text[])
       AND (status = 'waiting' OR (status = 'approved' AND passed_at IS NULL AND finished_at IS NULL))`,
    [account.id, grant.id, ids],
  )
  await endGrants(rows, { ids }, 'replaced', now, actor.name)
  return ids
}

/** Two consents of one person follow each other, so that the second sees what the first has made. */
export async function oneAtATime({ actor, rows }: Context): Promise<void> {
  await rows('SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE', [actor.id])
}

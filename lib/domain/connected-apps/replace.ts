import type { Context } from '#lib/pipeline/operation.ts'

/**
 * Common table expressions, after one named `used` with a `grant_id`: they end the connections that the grant replaces,
 * once its code is redeemed. Their pending requests belong to the new connection from then on.
 * @param now the parameter with the time, in Unix seconds
 */
export function replacing(now: string): string {
  return `fresh AS (
      SELECT granted.account_id, granted.id, granted.user_id, granted.client_id, granted.replaces, person.email
      FROM used JOIN oauth_grants granted ON granted.id = used.grant_id JOIN users person ON person.id = granted.user_id
      WHERE cardinality(granted.replaces) > 0
    ), replaced AS (
      UPDATE oauth_grants earlier
      SET revoked_at = ${now}, revoked_reason = 'replaced', revoked_by = fresh.email, updated_at = ${now}
      FROM fresh
      WHERE earlier.account_id = fresh.account_id AND earlier.id = ANY(fresh.replaces)
        AND earlier.client_id = fresh.client_id AND earlier.user_id = fresh.user_id
        AND earlier.revoked_at IS NULL AND earlier.expires_at > ${now}
      RETURNING earlier.account_id, earlier.id, fresh.id AS by_id
    ), replaced_tokens AS (
      DELETE FROM oauth_artifacts WHERE grant_id IN (SELECT id FROM replaced)
    ), handed_over AS (
      UPDATE approvals SET grant_id = replaced.by_id, actor_id = replaced.by_id FROM replaced
      WHERE approvals.account_id = replaced.account_id AND approvals.grant_id = replaced.id
        AND (approvals.status = 'waiting'
          OR (approvals.status = 'approved' AND approvals.passed_at IS NULL AND approvals.finished_at IS NULL))
    )`
}

/** Consents of one person run in turn, so that the second sees the result of the first. */
export async function oneAtATime({ actor, rows }: Context, userId = actor.id): Promise<void> {
  await rows('SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId])
}

type Query = (text: string, values: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>

/**
 * Ends a grant at once: its tokens and codes are gone, and what is on record of it says since when, why and by whom.
 * @param by who ended it, or null when the engine did
 * @param now in Unix seconds
 */
export async function endGrant(
  query: Query,
  grantId: string,
  reason: string,
  now: number,
  by: string | null = null,
): Promise<void> {
  await query(
    `WITH artifacts AS (DELETE FROM oauth_artifacts WHERE grant_id = $1)
     UPDATE oauth_grants SET revoked_at = $3, revoked_reason = $2, revoked_by = $4, updated_at = $3
     WHERE id = $1 AND revoked_at IS NULL`,
    [grantId, reason, now, by],
  )
}

/** Whose grants: of a client or of a person, everywhere or in both accounts of one merchant. */
export type Whose = ({ client_id: string } | { user_id: string }) & { merchant_id?: string }

/**
 * Ends all grants of a client or of a person at once, likewise.
 * @returns how many
 */
export async function endGrants(
  query: Query,
  whose: Whose,
  reason: string,
  now: number,
  by: string | null,
): Promise<number> {
  const [column, id] = 'client_id' in whose ? ['client_id', whose.client_id] : ['user_id', whose.user_id]
  const within =
    whose.merchant_id === undefined
      ? ''
      : 'AND account_id IN (SELECT account.id FROM accounts account WHERE account.merchant_id = $5)'
  const { rows } = await query(
    `WITH ended AS (
       UPDATE oauth_grants SET revoked_at = $2, revoked_reason = $3, revoked_by = $4, updated_at = $2
       WHERE ${column} = $1 AND revoked_at IS NULL ${within} RETURNING id
     ), artifacts AS (
       DELETE FROM oauth_artifacts WHERE grant_id IN (SELECT id FROM ended)
     )
     SELECT count(*) AS ended FROM ended`,
    [id, now, reason, by, ...(whose.merchant_id === undefined ? [] : [whose.merchant_id])],
  )
  return Number(rows[0]?.ended ?? 0)
}

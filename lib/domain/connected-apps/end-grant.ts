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

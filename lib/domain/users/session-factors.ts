import type { Rows } from '#lib/database/query.ts'
import type { SessionFactor } from '#lib/values/session-factors.ts'

/** Records that a factor was used in a session. @returns whether the session goes on */
export async function recordFactor(
  rows: Rows,
  sessionId: string | undefined,
  factor: SessionFactor,
): Promise<boolean> {
  const found = await rows(
    `UPDATE sessions SET factors = CASE WHEN $2 = ANY(factors) THEN factors ELSE array_append(factors, $2) END
     WHERE id = $1 AND ended_at IS NULL RETURNING id`,
    [sessionId ?? null, factor],
  )
  return found.length === 1
}

/** A factor that was removed counts in no session any more: it may have been used by someone else. */
export async function forgetFactors(
  rows: Rows,
  userId: string,
  factors: readonly SessionFactor[],
): Promise<void> {
  await rows(
    `UPDATE sessions SET factors = ARRAY(SELECT used FROM unnest(factors) used WHERE used <> ALL($2::text[]))
     WHERE user_id = $1 AND ended_at IS NULL AND factors && $2::text[] RETURNING id`,
    [userId, factors],
  )
}

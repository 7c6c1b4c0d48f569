import type { Columns, Rows } from '#lib/database/query.ts'
import type { passkey_challenges } from '#lib/generated/prisma/client.ts'
import { MINUTE } from '#lib/values/time.ts'

/** How long a device may take to sign a challenge, in seconds. */
export const CHALLENGE_LASTS = 5 * MINUTE
/** The maximum number of challenges of strangers at a time. They last five minutes, and networks are limited, too. */
const MAX_SIGN_INS = 10_000

type Purpose = 'sign_in' | 'step_up' | 'add' | 'confirm'
/** What a challenge is for; the session that asked for it, or null for a stranger. */
export type For = { purpose: Purpose; session: string | null }

/**
 * Stores a challenge. A session has one for each purpose: a new one replaces it.
 * @returns false when too many strangers are signing in
 */
export async function storeChallenge(
  rows: Rows,
  challenge: string,
  { purpose, session }: For,
  now: number,
): Promise<boolean> {
  if (session !== null)
    await rows('DELETE FROM passkey_challenges WHERE session_id = $1 AND purpose = $2 RETURNING challenge', [
      session,
      purpose,
    ])
  const stored = await rows<Columns<passkey_challenges, 'challenge'>>(
    `INSERT INTO passkey_challenges (challenge, purpose, session_id, created_at, expires_at)
     SELECT $1, $2, $3, $4, $5
     WHERE $3::text IS NOT NULL OR (SELECT count(*) FROM passkey_challenges WHERE session_id IS NULL) < $6
     RETURNING challenge`,
    [challenge, purpose, session, now, now + CHALLENGE_LASTS, MAX_SIGN_INS],
  )
  return stored.length === 1
}

/** Uses a challenge up. @returns whether it was stored for this, and in time */
export async function useChallenge(
  rows: Rows,
  challenge: string,
  { purpose, session }: For,
  now: number,
): Promise<boolean> {
  const used = await rows<Columns<passkey_challenges, 'expires_at'>>(
    `DELETE FROM passkey_challenges WHERE challenge = $1 AND purpose = $2 AND session_id IS NOT DISTINCT FROM $3
     RETURNING expires_at`,
    [challenge, purpose, session],
  )
  return Number(used[0]?.expires_at ?? 0) > now
}

/** What a passkey belongs to: the host and the origin of this server, as browsers see it. */
export function relyingParty(baseUrl: string): { rpID: string; origin: string } {
  const { hostname, origin } = new URL(baseUrl)
  return { rpID: hostname, origin }
}

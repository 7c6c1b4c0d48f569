import { database } from '#lib/database/client.ts'
import { MINUTE } from '#lib/values/time.ts'

/** How long a session stays confirmed after its person gave their password or a code, in seconds. */
const CONFIRMED_FOR = 10 * MINUTE

/** Until when a session is confirmed, in Unix seconds; null where it is not. */
export function confirmedUntil(confirmedAt: number | null, now: number): number | null {
  const until = confirmedAt === null ? 0 : confirmedAt + CONFIRMED_FOR
  return until > now ? until : null
}

/** Whether a session that has not ended is confirmed at this time. */
export async function isSessionConfirmed(sessionId: string): Promise<boolean> {
  const { rows } = await database().pool.query<{ confirmed_at: string | null }>(
    'SELECT confirmed_at FROM sessions WHERE id = $1 AND ended_at IS NULL',
    [sessionId],
  )
  const at = rows[0]?.confirmed_at ?? null
  return confirmedUntil(at === null ? null : Number(at), unixNow()) !== null
}

/** Confirms a session from now on, with what its person has just used. */
export async function confirmSessionOf(sessionId: string, factor: 'password' | 'code'): Promise<void> {
  await database().pool.query(
    `UPDATE sessions SET confirmed_at = $2,
       factors = CASE WHEN $3 = ANY(factors) THEN factors ELSE array_append(factors, $3) END
     WHERE id = $1 AND ended_at IS NULL`,
    [sessionId, unixNow(), factor],
  )
}

function unixNow(): number {
  return Math.floor(Date.now() / 1000)
}

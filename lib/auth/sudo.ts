import { verifyPassword } from '#lib/auth/password.ts'
import type { From } from '#lib/auth/sign-in.ts'
import { forgiveAttempts, takeAttempt } from '#lib/auth/sign-in-throttle.ts'
import { database } from '#lib/db.ts'

/**
 * Asks a signed-in person for their password once more, before something that a stranger at their desk must not do.
 * Attempts count together with those of the sign-in.
 * @returns null when it is right, else a sentence that says what to do
 */
export async function confirmPassword(userId: string, password: string, from: From): Promise<string | null> {
  const { rows } = await database().pool.query<{ email: string; password_hash: string }>(
    'SELECT lower(email) AS email, password_hash FROM users WHERE id = $1 AND disabled_at IS NULL',
    [userId],
  )
  const person = rows[0]
  if (password === '') return 'Type your password to go on.'
  const wait = await takeAttempt(person?.email ?? userId, from.ip ?? 'unknown')
  if (wait > 0) return `There were too many attempts. Wait ${Math.ceil(wait / 60)} minutes, then try again.`
  if (!(await verifyPassword(password, person?.password_hash))) return 'That is not your password.'
  if (person) await forgiveAttempts(person.email, from.ip ?? 'unknown')
  return null
}

import type { From } from '#lib/auth/address.ts'
import { networkOfAddress } from '#lib/auth/address.ts'
import { giveBack, reset, take } from '#lib/auth/limits.ts'
import { verifyPassword } from '#lib/auth/password.ts'
import { redeemTotp } from '#lib/auth/second-factor.ts'
import { database } from '#lib/database/client.ts'

/**
 * Asks a signed-in person for their password once more, or for a code of their authenticator app, which is used up, before
 * something that a stranger at their computer must not do.
 * Wrong passwords here count by themselves, per person and network: only someone with an open session of that person
 * can fill the counter, and attempts to sign in never do.
 * @returns null when it is right, else a sentence that says what to do
 */
export async function confirmPassword(userId: string, password: string, from: From): Promise<string | null> {
  const { rows } = await database().pool.query<{ password_hash: string }>(
    'SELECT password_hash FROM users WHERE id = $1 AND disabled_at IS NULL',
    [userId],
  )
  if (password === '') return 'Enter your password to continue.'
  const place = `${userId} ${networkOfAddress(from.ip)}`
  const wait = Math.max(take('confirmation_person_and_network', place), take('confirmation_person', userId))
  if (wait > 0) return `Too many attempts. Wait ${Math.ceil(wait / 60)} minutes, then try again.`
  const [person] = rows
  if (isCode(password)) {
    if (!person || !(await redeemTotp(userId, password))) return 'Incorrect code. Each code works once.'
  } else if (!(await verifyPassword(password, person?.password_hash))) return 'Incorrect password.'
  reset('confirmation_person_and_network', place)
  giveBack('confirmation_person', userId)
  return null
}

/** Six digits are a code: passwords have ten characters or more. */
export function isCode(text: string): boolean {
  return /^\s*\d{3}\s?\d{3}\s*$/.test(text)
}

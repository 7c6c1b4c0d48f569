import type { From } from '#lib/auth/address.ts'
import { networkOfAddress } from '#lib/auth/address.ts'
import { confirmSessionOf, isSessionConfirmed } from '#lib/auth/confirmed-session.ts'
import { giveBack, reset, take } from '#lib/auth/limits.ts'
import { verifyPassword } from '#lib/auth/password.ts'
import { redeemTotp } from '#lib/auth/second-factor.ts'
import { database } from '#lib/db.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { type Actor, asksForPassword, isPerson, type Operation } from '#lib/pipeline/operation.ts'

/**
 * Whether the person who runs an operation has confirmed that it is them, which some operations ask for: with this
 * request, or with an earlier one of the same session in the last ten minutes.
 * @param password as it was typed, or a code of the authenticator app; '' where there was neither
 * @throws password_required when they had to, or tried, and it is wrong
 */
export async function isConfirmed(
  operation: Pick<Operation, 'confirm' | 'confirmEachTime'>,
  actor: Actor,
  password: string,
  from: From,
): Promise<boolean> {
  const requested = asksForPassword(operation, actor)
  if (!requested && !(operation.confirm === 'sometimes' && isPerson(actor))) return false
  const { session } = actor
  if (password === '') {
    if (!operation.confirmEachTime && session !== undefined && (await isSessionConfirmed(session)))
      return true
    if (!requested) return false
  }
  const wrong = await confirmPassword(actor.id, password, from)
  if (wrong !== null) throw refused('password_required', wrong, { field: 'password' })
  if (session !== undefined) await confirmSessionOf(session, isCode(password) ? 'code' : 'password')
  return true
}

/** Whether the session of a person is confirmed, for what is read without a form: the pipeline asks, if it has to. */
export async function isConfirmedBefore(
  operation: Pick<Operation, 'confirm' | 'confirmEachTime'>,
  actor: Actor,
): Promise<boolean> {
  if (actor.session === undefined || operation.confirmEachTime || !asksForPassword(operation, actor))
    return false
  return isSessionConfirmed(actor.session)
}

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
function isCode(text: string): boolean {
  return /^\s*\d{3}\s?\d{3}\s*$/.test(text)
}

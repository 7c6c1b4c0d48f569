import type { From } from '#lib/auth/address.ts'
import { confirmSessionOf, isSessionConfirmed } from '#lib/auth/confirmed-session.ts'
import { confirmPassword, isCode } from '#lib/auth/sudo.ts'
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

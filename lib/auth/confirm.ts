import type { From } from '#lib/auth/sign-in.ts'
import { confirmPassword } from '#lib/auth/sudo.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { type Actor, asksForPassword, type Operation } from '#lib/pipeline/operation.ts'

/**
 * Whether the person who runs an operation has just given their password, which some operations ask for.
 * @param password as it was typed, '' where it was not
 * @throws password_required when they had to, or tried, and it is wrong
 */
export async function isConfirmed(
  operation: Pick<Operation, 'confirm'>,
  actor: Actor,
  password: string,
  from: From,
): Promise<boolean> {
  const offered = operation.confirm === 'sometimes' && password !== ''
  if (!offered && !asksForPassword(operation, actor)) return false
  const wrong = await confirmPassword(actor.id, password, from)
  if (wrong !== null) throw refused('password_required', wrong, { field: 'password' })
  return true
}

import { setPassword } from '#lib/domain/users/reset-password.ts'
import type { Tables } from '#lib/pipeline/operation.ts'

/** What ended with the first proof of an email. */
export type EndedByProof = { sessions: number; grants: number; passkeys: number; authenticator_app: boolean }

/**
 * Records that the email of a person was shown to be theirs. Until the first proof, anyone who had the link of the
 * invitation may have made the account, so everything that opens it ends: the password, sessions, connected apps, passkeys, the authenticator
 * app and links to set a password.
 * @param person locked
 * @param passwordHash of a password that replaces the former one
 * @param at in milliseconds
 * @returns what ended; null for an email that was proven before, where nothing changes
 */
export async function proveEmail(
  tables: Tables,
  person: { id: string; email: string },
  passwordHash: string,
  at: number,
): Promise<EndedByProof | null> {
  const now = Math.floor(at / 1000)
  const user_id = person.id
  const { count: first } = await tables.users.updateMany({
    where: { id: user_id, email_proven_at: null },
    data: { email_proven_at: now },
  })
  if (first === 0) return null
  const ended = await setPassword(tables, user_id, passwordHash, at, { by: person.email })
  const { count: passkeys } = await tables.passkeys.deleteMany({ where: { user_id } })
  const { count: apps } = await tables.totp_secrets.deleteMany({ where: { user_id } })
  await tables.recovery_codes.deleteMany({ where: { user_id } })
  await tables.password_resets.updateMany({ where: { user_id, used_at: null }, data: { used_at: now } })
  return { ...ended, passkeys, authenticator_app: apps > 0 }
}

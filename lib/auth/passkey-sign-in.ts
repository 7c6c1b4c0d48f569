import type { From } from '#lib/auth/address.ts'
import { takeByNetwork } from '#lib/auth/limits.ts'
import { beginSession, type User } from '#lib/auth/sessions.ts'
import { database } from '#lib/database/client.ts'
import { queryOn, rowsOf } from '#lib/database/query.ts'
import { assertionOptions, type PasskeyWorld, verifyAssertion } from '#lib/domain/passkeys/assertion.ts'
import { env } from '#lib/process/env.ts'

const SIGN_IN = { purpose: 'sign_in', session: null } as const
/** More than any browser sends. */
export const MAX_RESPONSE = 16_384

/** The options with which a browser asks for a passkey, as JSON; or the seconds to wait. */
export async function passkeyOptions(from: From): Promise<{ options: string } | { wait: number }> {
  const wait = takeByNetwork('passkeys_network', from.ip)
  if (wait > 0) return { wait }
  const options = await assertionOptions(passkeyWorld(), SIGN_IN)
  return options === null ? { wait: 60 } : { options }
}

type SignedIn = { ok: true; sessionId: string; user: User } | { ok: false; wait: number }

/**
 * Signs in with what a device signed. The device verified the person, so it counts as both steps. Every failure has the
 * same result.
 */
export async function signInWithPasskey(response: string, from: From): Promise<SignedIn> {
  const wait = takeByNetwork('passkeys_network', from.ip)
  if (wait > 0) return { ok: false, wait }
  const used =
    response.length > MAX_RESPONSE ? null : await verifyAssertion(passkeyWorld(), response, SIGN_IN)
  if (!used) return { ok: false, wait: 0 }
  // With the passkey once more: what removes it meanwhile changes the password, and the session does not begin.
  const { rows } = await database().pool.query<User & { password_hash: string }>(
    `SELECT person.id, person.email, person.name, person.theme, person.grouping, person.time_zone, person.password_hash
     FROM passkeys passkey JOIN users person ON person.id = passkey.user_id WHERE passkey.id = $1`,
    [used.id],
  )
  const [found] = rows
  if (!found) return { ok: false, wait: 0 }
  const { password_hash: passwordHash, ...user } = found
  const sessionId = await beginSession(user.id, from, { factors: ['passkey'], passwordHash })
  return sessionId === null ? { ok: false, wait: 0 } : { ok: true, sessionId, user }
}

export function passkeyWorld(): PasskeyWorld {
  return {
    rows: rowsOf(queryOn(database().pool)),
    baseUrl: env().BASE_URL,
    now: Math.floor(Date.now() / 1000),
  }
}

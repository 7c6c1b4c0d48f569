import { takeByNetwork } from '#lib/auth/limits.ts'
import { beginSession, type User } from '#lib/auth/sessions.ts'
import type { From } from '#lib/auth/sign-in.ts'
import { database } from '#lib/db.ts'
import { assertionOptions, type PasskeyWorld, verifyAssertion } from '#lib/domain/passkeys/assertion.ts'
import { env } from '#lib/env.ts'
import { queryOn, rowsOf } from '#lib/query.ts'

const SIGN_IN = { purpose: 'sign_in', session: null } as const
/** More than any browser sends. */
const MAX_RESPONSE = 16_384

/** The options with which a browser asks for a passkey, as JSON; or the seconds to wait. */
export async function passkeyOptions(from: From): Promise<{ options: string } | { wait: number }> {
  const wait = takeByNetwork('passkeys_network', from.ip)
  if (wait > 0) return { wait }
  const options = await assertionOptions(world(), SIGN_IN)
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
  const used = response.length > MAX_RESPONSE ? null : await verifyAssertion(world(), response, SIGN_IN)
  if (!used) return { ok: false, wait: 0 }
  const { rows } = await database().pool.query<User>(
    'SELECT id, email, name, theme, grouping, time_zone FROM users WHERE id = $1',
    [used.user_id],
  )
  const [user] = rows
  const sessionId = user ? await beginSession(user.id, from) : null
  return user && sessionId !== null ? { ok: true, sessionId, user } : { ok: false, wait: 0 }
}

function world(): PasskeyWorld {
  return {
    rows: rowsOf(queryOn(database().pool)),
    baseUrl: env().BASE_URL,
    now: Math.floor(Date.now() / 1000),
  }
}

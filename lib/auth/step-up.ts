import type { From } from '#lib/auth/address.ts'
import { takeByNetwork } from '#lib/auth/limits.ts'
import { MAX_RESPONSE, passkeyWorld } from '#lib/auth/passkey-sign-in.ts'
import { redeemCode } from '#lib/auth/second-factor.ts'
import type { StaffSession } from '#lib/auth/sessions.ts'
import { assertionOptions, verifyAssertion } from '#lib/domain/passkeys/assertion.ts'
import { recordFactor } from '#lib/domain/users/session-factors.ts'

/** The seconds to wait before the next attempt: 0 after a wrong one. */
type SteppedUp = { ok: true } | { ok: false; wait: number }
type Stepping = Pick<StaffSession, 'id' | 'user'>

const challengeOf = ({ id }: Stepping) => ({ purpose: 'step_up', session: id }) as const

/** Uses a code of the authenticator app, or a recovery code, in a session that was begun without one. */
export async function stepUpWithCode(session: Stepping, code: string, from: From): Promise<SteppedUp> {
  const used = await redeemCode(session.user.id, code, from)
  if ('wait' in used) return { ok: false, wait: used.wait }
  return (await recordFactor(passkeyWorld().rows, session.id, used.factor))
    ? { ok: true }
    : { ok: false, wait: 0 }
}

/** The options with which the browser asks for a passkey in such a session, as JSON; or the seconds to wait. */
export async function stepUpOptions(
  session: Stepping,
  from: From,
): Promise<{ options: string } | { wait: number }> {
  const wait = takeByNetwork('passkeys_network', from.ip)
  if (wait > 0) return { wait }
  const options = await assertionOptions(passkeyWorld(), challengeOf(session))
  return options === null ? { wait: 60 } : { options }
}

/** Uses a passkey of the same person in such a session. */
export async function stepUpWithPasskey(session: Stepping, response: string, from: From): Promise<SteppedUp> {
  const wait = takeByNetwork('passkeys_network', from.ip)
  if (wait > 0) return { ok: false, wait }
  const world = passkeyWorld()
  const used =
    response.length > MAX_RESPONSE ? null : await verifyAssertion(world, response, challengeOf(session))
  if (used?.user_id !== session.user.id) return { ok: false, wait: 0 }
  return (await recordFactor(world.rows, session.id, 'passkey')) ? { ok: true } : { ok: false, wait: 0 }
}

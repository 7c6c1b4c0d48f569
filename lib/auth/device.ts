import type { From } from '#lib/auth/address.ts'
import { database } from '#lib/database/client.ts'
import { sendNewDeviceEmail } from '#lib/domain/users/new-device.ts'
import { execute } from '#lib/pipeline/execute.ts'
import { env } from '#lib/process/env.ts'
import { logFault } from '#lib/process/log.ts'
import { runtime } from '#lib/runtime.ts'
import { newId } from '#lib/values/id.ts'
import { randomText } from '#lib/values/random-text.ts'
import { DAY } from '#lib/values/time.ts'
import { keyRing } from './key-ring.ts'
import { systemActor } from './system-actor.ts'

const ID_LENGTH = 20
/** A browser that has not signed in for as long counts as unknown again. */
const LASTS = 180 * DAY
const PURPOSE = 'known devices'

/**
 * The cookie of a browser in which a person has signed in. It proves nothing else and grants nothing: sign-in
 * attempts with it have a counter of their own, which other browsers cannot fill.
 */
export function deviceCookie(email: string) {
  const id = randomText(ID_LENGTH)
  const secure = env().BASE_URL.startsWith('https://')
  return {
    name: cookieName(),
    value: `${id}.${keyRing().proofs(PURPOSE, provenBy(id, email))[0]}`,
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure,
    maxAge: LASTS,
  } as const
}

/** The device that the cookies of a request name for an email address, or null where there is none. */
export function deviceIn(cookies: string | null, email: string): string | null {
  const sent = new RegExp(`(?:^|;\\s*)${cookieName()}=(\\w{${ID_LENGTH}})\\.([\\w-]{43})(?:;|$)`).exec(
    cookies ?? '',
  )
  const [, id, seal] = sent ?? []
  if (id === undefined || seal === undefined) return null
  return keyRing().isProof(PURPOSE, provenBy(id, email), seal) ? id : null
}

function cookieName(): string {
  return `${env().BASE_URL.startsWith('https://') ? '__Secure-' : ''}counterfoil-device`
}

function provenBy(id: string, email: string): string {
  return `${id} ${email.toLowerCase()}`
}

type SignedIn = { sessionId: string; user: { id: string; email: string } }

/**
 * Emails a person after a sign-in from a browser without the cookie of a device of theirs, except after their first
 * sign-in. A fault is logged and never stops a sign-in.
 */
export async function noticeNewDevice({ sessionId, user }: SignedIn, from: From): Promise<void> {
  if (deviceIn(from.cookies ?? null, user.email) !== null) return
  try {
    const { rows } = await database().pool.query<{ account_id: string }>(
      `SELECT account.id AS account_id FROM memberships membership
       JOIN accounts account ON account.merchant_id = membership.merchant_id
       WHERE membership.user_id = $1
         AND EXISTS (SELECT 1 FROM sessions earlier WHERE earlier.user_id = $1 AND earlier.id <> $2)
       ORDER BY membership.created_at, account.mode LIMIT 1`,
      [user.id, sessionId],
    )
    const [found] = rows
    if (!found) return
    const system = runtime()
    const actor = await systemActor(system.query, found.account_id, 'sign-in')
    const requestId = newId('request', system.clock())
    await execute(system, sendNewDeviceEmail, actor, { session_id: sessionId }, { requestId, ip: from.ip })
  } catch (thrown) {
    logFault(thrown, {}, 'The email about a new browser failed.')
  }
}

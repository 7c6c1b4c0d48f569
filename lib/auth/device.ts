import { createHmac, timingSafeEqual } from 'node:crypto'
import { env } from '#lib/env.ts'
import { masterKeyOf } from '#lib/runtime.ts'
import { derivedKey } from '#lib/secrets.ts'
import { randomText } from '#lib/values/random-text.ts'
import { DAY } from '#lib/values/time.ts'

const ID_LENGTH = 20
/** A browser that has not signed in for as long counts as unknown again. */
const LASTS = 180 * DAY

/**
 * The cookie of a browser in which a person has signed in. It proves nothing else and grants nothing: sign-in
 * attempts with it have a counter of their own, which other browsers cannot fill.
 */
export function deviceCookie(email: string) {
  const id = randomText(ID_LENGTH)
  const secure = env().BASE_URL.startsWith('https://')
  return {
    name: cookieName(),
    value: `${id}.${sealOf(id, email)}`,
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
  return timingSafeEqual(Buffer.from(seal), Buffer.from(sealOf(id, email))) ? id : null
}

function cookieName(): string {
  return `${env().BASE_URL.startsWith('https://') ? '__Secure-' : ''}counterfoil-device`
}

function sealOf(id: string, email: string): string {
  return createHmac('sha256', derivedKey(masterKeyOf(env()), 'known devices'))
    .update(`${id} ${email.toLowerCase()}`)
    .digest('base64url')
}

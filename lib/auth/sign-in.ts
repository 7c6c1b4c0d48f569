import { ADDRESS_HEADER } from '#lib/auth/address.ts'
import { deviceIn } from '#lib/auth/device.ts'
import { networkOf } from '#lib/auth/network.ts'
import { verifyPassword } from '#lib/auth/password.ts'
import { beginSession, networksOf, type User } from '#lib/auth/sessions.ts'
import { takeAttempt } from '#lib/auth/sign-in-throttle.ts'
import { database } from '#lib/db.ts'
import { log } from '#lib/log.ts'

export type Credentials = { email: string; password: string }
export type From = { ip: string | null; userAgent: string | null; cookies?: string | null }

export type SignIn = { ok: true; sessionId: string; user: User } | { ok: false; wait: number }

/**
 * Checks an e-mail address and a password, and begins a session. Whatever is wrong (no such person, a wrong password,
 * a disabled person) the answer is the same and takes as long; `wait` is more than 0 after too many attempts. Wrong
 * passwords from elsewhere never hold back a device or a network that the person signed in from lately.
 */
export async function signIn({ email, password }: Credentials, from: From): Promise<SignIn> {
  const address = email.trim().toLowerCase().slice(0, 255)
  const source = { ip: from.ip, device: deviceIn(from.cookies ?? null, address) }
  const { wait, forgive } = await takeAttempt(address, source, async () =>
    (await networksOf(address)).has(networkOf(from.ip)),
  )
  if (wait > 0) {
    log().warn({ ip: from.ip, wait }, 'A sign-in was held back after too many attempts.')
    return { ok: false, wait }
  }
  const { rows } = await database().pool.query<User & { password_hash: string; disabled_at: number | null }>(
    `SELECT id, email, name, theme, grouping, time_zone, password_hash, disabled_at FROM users WHERE lower(email) = $1`,
    [address],
  )
  const found = rows[0]
  const right = await verifyPassword(password, found?.password_hash)
  if (!found || !right || found.disabled_at !== null) return { ok: false, wait: 0 }
  forgive()
  const { password_hash: _, disabled_at: __, ...user } = found
  const sessionId = await beginSession(user.id, from)
  return sessionId === null ? { ok: false, wait: 0 } : { ok: true, sessionId, user }
}

/** Where a request comes from, as the server in front noted it (address.ts). */
export function fromOf(headers: { get(name: string): string | null }): From {
  return {
    ip: headers.get(ADDRESS_HEADER),
    userAgent: headers.get('user-agent'),
    cookies: headers.get('cookie'),
  }
}

import { type From, networkOfAddress } from '#lib/auth/address.ts'
import { deviceIn } from '#lib/auth/device.ts'
import { giveBack, reset, take } from '#lib/auth/limits.ts'
import { verifyPassword } from '#lib/auth/password.ts'
import { firstStepOf } from '#lib/auth/second-factor.ts'
import { beginSession, networksOf, type User } from '#lib/auth/sessions.ts'
import { database } from '#lib/database/client.ts'
import { log } from '#lib/process/log.ts'

export type Credentials = { email: string; password: string }

/** `firstStep`: the password was right, and a code comes next (second-factor.ts); the text is for a cookie. */
type SignIn =
  | { ok: true; sessionId: string; user: User }
  | { ok: false; wait: number; firstStep?: string | undefined }

/** Whether anyone can sign in: a server without a demo merchant begins without users. */
export async function hasUsers(): Promise<boolean> {
  return (await database().pool.query('SELECT 1 FROM users LIMIT 1')).rows.length > 0
}

/**
 * Checks an email address and a password, and begins a session. Every failure (unknown person, wrong password,
 * disabled person) has the same result and takes as long; `wait` is more than 0 after too many attempts. Wrong
 * passwords from elsewhere never block a device or a network of a recent sign-in.
 */
export async function signIn({ email, password }: Credentials, from: From): Promise<SignIn> {
  const address = email.trim().toLowerCase().slice(0, 255)
  const source = { ip: from.ip, device: deviceIn(from.cookies ?? null, address) }
  const all = underWay()
  if (all.count >= (source.device === null ? MAX_AT_ONCE : 2 * MAX_AT_ONCE))
    return { ok: false, wait: BUSY_FOR }
  all.count += 1
  try {
    return await check(address, password, source, from)
  } finally {
    all.count -= 1
  }
}

async function check(address: string, password: string, source: SignInSource, from: From): Promise<SignIn> {
  const { wait, forgive } = await takeAttempt(address, source, async () =>
    (await networksOf(address)).has(networkOfAddress(from.ip)),
  )
  if (wait > 0) {
    log().warn({ ip: from.ip, wait }, 'A sign-in was held back after too many attempts.')
    return { ok: false, wait }
  }
  const { rows } = await database().pool.query<
    User & { password_hash: string; disabled_at: number | null; two_steps: boolean }
  >(
    `SELECT id, email, name, theme, grouping, time_zone, password_hash, disabled_at,
            EXISTS (SELECT 1 FROM totp_secrets WHERE user_id = users.id AND confirmed_at IS NOT NULL) AS two_steps
     FROM users WHERE lower(email) = $1`,
    [address],
  )
  const found = rows[0]
  const right = await verifyPassword(password, found?.password_hash)
  if (!found || !right || found.disabled_at !== null) return { ok: false, wait: 0 }
  forgive()
  if (found.two_steps)
    return { ok: false, wait: 0, firstStep: firstStepOf(found.id, found.password_hash, 'password') }
  const { password_hash: passwordHash, disabled_at: _, two_steps: __, ...user } = found
  const sessionId = await beginSession(user.id, from, { factors: ['password'], passwordHash })
  return sessionId === null ? { ok: false, wait: 0 } : { ok: true, sessionId, user }
}

/**
 * Attempts that may be under way at once, and as many again from known devices. Each hashes a password, which takes a
 * thread for some 60 ms, and very many networks together could keep every thread of the process busy.
 */
const MAX_AT_ONCE = 16
/** When to try again, in seconds. */
const BUSY_FOR = 2

/** On globalThis, since Next bundles routes apart. */
function underWay(): { count: number } {
  globals.counterfoilSignIns ??= { count: 0 }
  return globals.counterfoilSignIns
}
const globals = globalThis as { counterfoilSignIns?: { count: number } }

/** Where an attempt comes from: an IP address, and the device when the browser has a valid cookie for this account. */
type SignInSource = { ip: string | null; device: string | null }

/** The seconds to wait, 0 when the attempt may be made; `forgive` undoes its count once the password was right. */
type Attempt = { wait: number; forgive(): void }

/**
 * Counts an attempt to sign in before the password is checked, so that attempts made at once cannot pass together.
 * A device and each network have counters of their own; strangers on other networks can only fill the counter of the
 * account, which holds back unknown networks alone.
 * @param isKnown whether the person signed in from this network lately; asked only when the account is held back
 */
async function takeAttempt(
  email: string,
  source: SignInSource,
  isKnown: () => Promise<boolean>,
): Promise<Attempt> {
  if (source.device !== null) {
    const own = `${email} ${source.device}`
    const wait = Math.max(take('sign_in_device', own), take('sign_in_devices', email))
    // Beyond its own counter a known device is no worse off than an unknown one.
    if (wait === 0)
      return allowed(() => {
        reset('sign_in_device', own)
        giveBack('sign_in_devices', email)
      })
  }
  const network = networkOfAddress(source.ip)
  const pair = `${email} ${network}`
  const near = Math.max(take('sign_in_account_and_network', pair), take('sign_in_network', network))
  if (near > 0) return { wait: near, forgive: () => {} }
  const far = take('sign_in_account', email)
  if (far > 0 && !(await isKnown())) return { wait: far, forgive: () => {} }
  return allowed(() => {
    reset('sign_in_account_and_network', pair)
    giveBack('sign_in_network', network)
    if (far === 0) giveBack('sign_in_account', email)
  })
}

function allowed(forgive: () => void): Attempt {
  return { wait: 0, forgive }
}

import type { From } from '#lib/auth/address.ts'
import { networkOfAddress } from '#lib/auth/address.ts'
import { giveBack, reset, take } from '#lib/auth/limits.ts'
import { beginSession, type User } from '#lib/auth/sessions.ts'
import { database } from '#lib/database/client.ts'
import { recoveryHash } from '#lib/domain/profile/second-factor.ts'
import { runtime } from '#lib/runtime.ts'
import type { SessionFactor } from '#lib/values/session-factors.ts'
import { MINUTE } from '#lib/values/time.ts'
import { totpStep } from '#lib/values/totp.ts'
import { keyRing } from './key-ring.ts'
import { sha256 } from './secrets.ts'

/** How long the second step of signing in may take, in seconds. */
export const SECOND_STEP_LASTS = 10 * MINUTE
const PURPOSE = 'steps of signing in'

type First = Extract<SessionFactor, 'password' | 'provider'>
/** Who took the first step and with what, until when the second one can be taken, and which password they had. */
type FirstStep = { user: string; until: number; password: string; factor: First }

/** The cookie between the two steps of signing in. It opens nothing without a code. */
export function firstStepOf(userId: string, passwordHash: string, factor: First): string {
  const step: FirstStep = {
    user: userId,
    until: unixNow() + SECOND_STEP_LASTS,
    password: printOf(passwordHash),
    factor,
  }
  return keyRing().sealCookie(PURPOSE, step)
}

type Finished = { ok: true; sessionId: string; user: User } | { ok: false; wait: number; over?: true }

/**
 * Takes the second step of signing in, with a code of the authenticator app or a recovery code, and begins the session.
 * @returns `over` when the first step has to be taken again; `wait` in seconds after too many wrong codes
 */
export async function finishSignIn(cookie: string | undefined, code: string, from: From): Promise<Finished> {
  const step = readFirstStep(cookie)
  if (!step) return { ok: false, wait: 0, over: true }
  const { rows } = await database().pool.query<User & { password_hash: string }>(
    `SELECT id, email, name, theme, grouping, time_zone, password_hash FROM users WHERE id = $1 AND disabled_at IS NULL`,
    [step.user],
  )
  const [found] = rows
  if (!found || printOf(found.password_hash) !== step.password) return { ok: false, wait: 0, over: true }
  const used = await redeemCode(found.id, code, from)
  if ('wait' in used) return { ok: false, wait: used.wait }
  const { password_hash: passwordHash, ...user } = found
  const factors = [step.factor, used.factor]
  const sessionId = await beginSession(user.id, from, { factors, passwordHash })
  return sessionId === null ? { ok: false, wait: 0, over: true } : { ok: true, sessionId, user }
}

/** Whether the first step of signing in was taken lately. */
export function isBetweenSteps(cookie: string | undefined): boolean {
  return readFirstStep(cookie) !== null
}

/**
 * Uses a code of a person's authenticator app, or one of their recovery codes, up. Attempts count before the code is
 * looked at, so that those made at once do not pass together.
 * @returns which of them it was, else the seconds to wait before the next attempt: 0 for a wrong code
 */
export async function redeemCode(
  userId: string,
  code: string,
  from: From,
): Promise<{ factor: 'code' | 'recovery_code' } | { wait: number }> {
  const place = `${userId} ${networkOfAddress(from.ip)}`
  const wait = Math.max(take('code_person_and_network', place), take('code_person', userId))
  if (wait > 0) return { wait }
  const isRecovery = code.replace(/\D/g, '').length > 6
  const right = isRecovery ? await redeemRecoveryCode(userId, code) : await redeemTotp(userId, code)
  if (!right) return { wait: 0 }
  reset('code_person_and_network', place)
  giveBack('code_person', userId)
  return { factor: isRecovery ? 'recovery_code' : 'code' }
}

/** Accepts a code of the authenticator app, once: neither it nor an earlier one counts again. */
export async function redeemTotp(userId: string, code: string): Promise<boolean> {
  const { pool } = database()
  const { rows } = await pool.query<{ secret_encrypted: Uint8Array }>(
    'SELECT secret_encrypted FROM totp_secrets WHERE user_id = $1 AND confirmed_at IS NOT NULL',
    [userId],
  )
  const sealed = rows[0]?.secret_encrypted
  const step = sealed && totpStep(runtime().vault.open(sealed), code, unixNow())
  if (!step) return false
  const { rowCount } = await pool.query(
    'UPDATE totp_secrets SET last_step = $2 WHERE user_id = $1 AND confirmed_at IS NOT NULL AND last_step < $2',
    [userId, step],
  )
  return rowCount === 1
}

async function redeemRecoveryCode(userId: string, code: string): Promise<boolean> {
  const { rowCount } = await database().pool.query(
    'UPDATE recovery_codes SET used_at = $3 WHERE user_id = $1 AND code_hash = $2 AND used_at IS NULL',
    [userId, recoveryHash(runtime().vault, userId, code), unixNow()],
  )
  return rowCount === 1
}

function readFirstStep(cookie: string | undefined): FirstStep | null {
  if (!cookie) return null
  const step = keyRing().openCookie(PURPOSE, cookie) as FirstStep | null
  return step && step.until > unixNow() ? step : null
}

/** Tells whether the password is still the same, and nothing else about it. */
function printOf(passwordHash: string): string {
  return Buffer.from(sha256(passwordHash)).toString('base64url')
}

function unixNow(): number {
  return Math.floor(Date.now() / 1000)
}

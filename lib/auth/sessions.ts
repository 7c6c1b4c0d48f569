import { ACCOUNT_COLUMNS, ACCOUNT_TABLES, type AccountRow, accountOf } from '#lib/auth/account-columns.ts'
import { networkOfAddress } from '#lib/auth/address.ts'
import { confirmedUntil } from '#lib/auth/confirmed-session.ts'
import { database } from '#lib/database/client.ts'
import type { Columns } from '#lib/database/query.ts'
import { grantedRole, ROLE_COLUMNS, ROLE_JOIN, type RoleRow } from '#lib/domain/roles/find.ts'
import type { merchants, sessions, users } from '#lib/generated/prisma/client.ts'
import type { Account } from '#lib/pipeline/operation.ts'
import { newId } from '#lib/values/id.ts'
import type { GrantedRole } from '#lib/values/permissions.ts'
import { lackingFactor, type SessionFactor } from '#lib/values/session-factors.ts'
import { DAY, HOUR, MINUTE } from '#lib/values/time.ts'
import { sha256 } from './secrets.ts'

/** A sign-in ends after half a day without use, and after a week in any case. */
const IDLE = 12 * HOUR
export const LONGEST_SESSION = 7 * DAY
/** A person's sign-ins within this time make a network known. */
const KNOWN_FOR = 30 * DAY
/** How often it is written down that a session is in use. */
const TOUCHED_EVERY = 5 * MINUTE

export type User = {
  id: string
  email: string
  name: string
  theme: string
  grouping: string
  time_zone: string
}
/** @property locked the merchant requires a second factor of this role, and the person has to set one up */
export type Membership = { role: GrantedRole; account: Account; locked: boolean }

/**
 * A sign-in with all that a request needs to know of the person: a membership for each account, and whether it is
 * time to write down that the session is in use.
 */
export type StaffSession = {
  id: string
  /** Tells it apart from other sessions where its ID must not be: in pages. */
  mark: string
  user: User
  memberships: Membership[]
  stale: boolean
  /** Until when it is confirmed, in Unix seconds (confirmed-session.ts). */
  confirmed_until: number | null
  /** Whether the person has an authenticator app. */
  has_code: boolean
  has_passkey: boolean
  /** One of the roles requires a second factor, and the person has one that was not used in this session. */
  step_up: boolean
}

export type NoSession = { ended: 'expired' | 'ended' }

/** What a session is begun with, and the password of the person as it was when that was checked. */
type Proof = { factors: readonly SessionFactor[]; passwordHash?: string; confirmed?: boolean }

/**
 * Begins a sign-in, unless the person was disabled, or their password changed, since the proof was checked: what ends
 * their other sessions ends this one, too.
 * @returns its id, for the cookie to carry; null for a disabled person
 */
export async function beginSession(
  userId: string,
  from: { ip: string | null; userAgent: string | null },
  { factors, passwordHash, confirmed = false }: Proof,
): Promise<string | null> {
  const id = newId('session', Date.now())
  const now = unixNow()
  // The lock takes its turn with that of disabling: the session is among those that it ends, or is not begun.
  const { rowCount } = await database().pool.query(
    `INSERT INTO sessions (id, user_id, created_at, last_seen_at, expires_at, ip, user_agent, factors, confirmed_at)
     SELECT $1, person.id, $3, $3, $4, $5, $6, $7, $8 FROM users person
     WHERE person.id = $2 AND person.disabled_at IS NULL AND ($9::text IS NULL OR person.password_hash = $9) FOR SHARE`,
    [
      id,
      userId,
      now,
      now + IDLE,
      from.ip,
      from.userAgent?.slice(0, 255) ?? null,
      factors,
      confirmed ? now : null,
      passwordHash ?? null,
    ],
  )
  return rowCount === 1 ? id : null
}

/** The networks of recent sign-ins with this email address; none for an unknown address. */
export async function networksOf(email: string): Promise<Set<string>> {
  const { rows } = await database().pool.query<{ ip: string }>(
    `SELECT DISTINCT session.ip FROM sessions session
     WHERE session.user_id = (SELECT id FROM users WHERE lower(email) = $1)
       AND session.created_at > $2 AND session.ip IS NOT NULL LIMIT 1000`,
    [email, unixNow() - KNOWN_FOR],
  )
  return new Set(rows.map(({ ip }) => networkOfAddress(ip)))
}

/** A session with its person and one account; the account and the role are null for a person without any. */
type SessionRow = Columns<
  sessions,
  'ended_at' | 'expires_at' | 'last_seen_at' | 'confirmed_at' | 'factors'
> & {
  user_id: string
  has_code: boolean
  has_passkey: boolean
} & Columns<users, 'email' | 'name' | 'theme' | 'grouping' | 'time_zone' | 'disabled_at'> &
  ((RoleRow & Columns<merchants, 'second_factor_roles'> & AccountRow) | { role: null; account_id: null })

/** What a person can confirm with, beside the password. */
const SECOND_FACTORS = `EXISTS (SELECT 1 FROM totp_secrets WHERE user_id = "user".id AND confirmed_at IS NOT NULL) AS has_code,
  EXISTS (SELECT 1 FROM passkeys WHERE user_id = "user".id) AS has_passkey`

/** Looks a sign-in up, with the person and everything they belong to, in one query. */
export async function findSession(id: string): Promise<StaffSession | NoSession> {
  const { rows } = await database().pool.query<SessionRow>(
    `SELECT session.ended_at, session.expires_at, session.last_seen_at, session.confirmed_at,
            session.factors, ${SECOND_FACTORS}, "user".id AS user_id, "user".email, "user".name, "user".theme,
            "user".grouping, "user".time_zone, "user".disabled_at, ${ROLE_COLUMNS},
            merchant.second_factor_roles, ${ACCOUNT_COLUMNS}
     FROM sessions session
     JOIN users "user" ON "user".id = session.user_id
     LEFT JOIN memberships membership ON membership.user_id = "user".id
     ${ROLE_JOIN}
     LEFT JOIN (${ACCOUNT_TABLES}) ON account.merchant_id = membership.merchant_id
     WHERE session.id = $1
     ORDER BY membership.created_at, membership.merchant_id, account.mode DESC`,
    [id],
  )
  const first = rows[0]
  if (!first || first.ended_at !== null || first.disabled_at !== null) return { ended: 'ended' }
  if (Number(first.expires_at) <= unixNow()) return { ended: 'expired' }
  const found = rows.flatMap((row) => {
    if (row.role === null || row.account_id === null) return []
    const role = grantedRole(row)
    if (!role) return []
    const required = row.second_factor_roles.includes(role.id)
    const lacking = lackingFactor(required, first.factors, first.has_code || first.has_passkey)
    return [{ role, account: accountOf(row), lacking }]
  })
  const user: User = {
    id: first.user_id,
    email: first.email,
    name: first.name,
    theme: first.theme,
    grouping: first.grouping,
    time_zone: first.time_zone,
  }
  const confirmedAt = first.confirmed_at === null ? null : Number(first.confirmed_at)
  return {
    id,
    mark: Buffer.from(sha256(id)).toString('base64url').slice(0, 12),
    user,
    has_code: first.has_code,
    has_passkey: first.has_passkey,
    memberships: found.map(({ lacking, ...membership }) => ({ ...membership, locked: lacking === 'setup' })),
    // For all roles at once: in one that requires nothing, the person could change what the other one asks for.
    step_up: found.some(({ lacking }) => lacking === 'step_up'),
    confirmed_until: confirmedUntil(confirmedAt, unixNow()),
    stale: Number(first.last_seen_at) < unixNow() - TOUCHED_EVERY,
  }
}

/** Writes down that a session is in use, which keeps it alive; seldom, and never past its longest. */
export async function touchSession(id: string): Promise<void> {
  const now = unixNow()
  await database().pool.query(
    `UPDATE sessions SET last_seen_at = $2, expires_at = least($3, created_at + $4)
     WHERE id = $1 AND ended_at IS NULL AND last_seen_at < $5`,
    [id, now, now + IDLE, LONGEST_SESSION, now - TOUCHED_EVERY],
  )
}

/** Ends a session; the next request with its cookie is signed out. */
export async function endSession(id: string): Promise<void> {
  await database().pool.query(`UPDATE sessions SET ended_at = $2 WHERE id = $1 AND ended_at IS NULL`, [
    id,
    unixNow(),
  ])
}

function unixNow(): number {
  return Math.floor(Date.now() / 1000)
}

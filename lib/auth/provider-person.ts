import type { IDToken } from 'openid-client'
import type { From } from '#lib/auth/address.ts'
import { hashOfNoPassword } from '#lib/auth/password.ts'
import type { User } from '#lib/auth/sessions.ts'
import { database } from '#lib/database/client.ts'
import { type Columns, rowsOf } from '#lib/database/query.ts'
import { transact } from '#lib/database/transact.ts'
import { type EndedByProof, proveEmail } from '#lib/domain/users/prove-email.ts'
import { sendSignInLinkEmail } from '#lib/domain/users/sign-in-link-email.ts'
import type { sign_in_links, users } from '#lib/generated/prisma/client.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Tables } from '#lib/pipeline/operation.ts'
import { logFault } from '#lib/process/log.ts'
import { runtime } from '#lib/runtime.ts'
import { newId } from '#lib/values/id.ts'
import type { ProviderFailure } from '#lib/values/provider-failure.ts'
import { systemActor } from './system-actor.ts'

/** The account at the provider: its ID token, and its email, for who is not linked yet. */
export type Claims = {
  token: IDToken
  email(): Promise<{ email: string; verified: boolean } | null>
}

/** @property proven this sign-in was the first proof of the person's email, which ended the password (prove-email.ts) */
type Found =
  | { user: User; passwordHash: string; twoSteps: boolean; proven: boolean }
  | { failure: ProviderFailure }
type Provider = { name: string; second: boolean }

/**
 * The person of an account at the identity provider. The link of the account decides; without one, the person with the
 * email that the provider has verified is linked, unless another account is. The first proof of an email ends what opened
 * the account before. It leaves an audit line in each of their accounts here, also where the person is disabled.
 */
export async function personOf(claims: Claims, provider: Provider, from: From): Promise<Found> {
  const { iss: issuer, sub: subject } = claims.token
  const linked = await transact(() => signInLinked(issuer, subject, provider, from))
  if (linked) return linked
  const given = await claims.email().catch(() => null)
  if (!given?.verified) return { failure: 'unverified' }
  return transact(() => linkByEmail({ issuer, subject, email: given.email }, provider, from))
}

type Row = User & Columns<users, 'disabled_at' | 'password_hash'> & { two_steps: boolean }

const PERSON = `person.id, person.email, person.name, person.theme, person.grouping, person.time_zone, person.password_hash,
  person.disabled_at, EXISTS (SELECT 1 FROM totp_secrets WHERE user_id = person.id AND confirmed_at IS NOT NULL) AS two_steps`

function signInLinked(
  issuer: string,
  subject: string,
  provider: Provider,
  from: From,
): Promise<Found | null> {
  return inTransaction(async ({ query }) => {
    const [row] = await query<Row>(
      `SELECT ${PERSON} FROM sign_in_links link JOIN users person ON person.id = link.user_id
       WHERE link.issuer = $1 AND link.subject = $2 FOR UPDATE OF link`,
      [issuer, subject],
    )
    if (!row) return null
    await query('UPDATE sign_in_links SET last_used_at = $3 WHERE issuer = $1 AND subject = $2', [
      issuer,
      subject,
      unixNow(),
    ])
    return ended(query, row, { issuer }, provider, from)
  })
}

async function linkByEmail(
  { issuer, subject, email }: Columns<sign_in_links, 'issuer' | 'subject' | 'email'>,
  provider: Provider,
  from: From,
): Promise<Found> {
  const made = await inTransaction(
    async ({ query, tables }): Promise<{ found: Found; linked: string | null }> => {
      const [row] = await query<Row>(
        `SELECT ${PERSON} FROM users person WHERE lower(person.email) = $1 FOR UPDATE OF person`,
        [email.trim().toLowerCase()],
      )
      if (!row) return { found: { failure: 'unknown' }, linked: null }
      if (row.disabled_at !== null)
        return { found: await ended(query, row, { issuer }, provider, from), linked: null }
      const id = newId('sign_in_link', Date.now())
      const added = await query(
        `INSERT INTO sign_in_links (id, user_id, issuer, subject, email, created_at, last_used_at)
       VALUES ($1, $2, $3, $4, $5, $6, $6) ON CONFLICT DO NOTHING RETURNING 1`,
        [id, row.id, issuer, subject, email.slice(0, 255), unixNow()],
      )
      const linked = added.length === 1
      // A person who has linked another account of this provider is someone else than who has their email there now.
      if (!linked && !(await isLinked(query, row.id, issuer, subject)))
        return { found: { failure: 'unknown' }, linked: null }
      const proof = linked ? await proveEmail(tables, row, hashOfNoPassword(), Date.now()) : null
      const person = proof === null ? row : { ...row, two_steps: false }
      const found = await ended(query, person, { issuer, linked, proof }, provider, from)
      return { found, linked: linked ? id : null }
    },
  )
  if (made.linked !== null) await noticeLink(made.linked, from.ip)
  return made.found
}

/** Whether a sign-in at the same time has linked this very account. */
async function isLinked(query: Query, userId: string, issuer: string, subject: string): Promise<boolean> {
  const found = await query(
    'SELECT 1 FROM sign_in_links WHERE user_id = $1 AND issuer = $2 AND subject = $3',
    [userId, issuer, subject],
  )
  return found.length === 1
}

type Query = <T>(text: string, values: unknown[]) => Promise<T[]>

function inTransaction<T>(work: (inside: { query: Query; tables: Tables }) => Promise<T>): Promise<T> {
  return database().prisma.$transaction((tables) =>
    work({ query: (text, values) => tables.$queryRawUnsafe(text, ...values), tables }),
  )
}

/** The end of the search: its audit lines are written, and the person is returned. */
async function ended(
  query: Query,
  { disabled_at, password_hash, two_steps, ...user }: Row,
  { issuer, linked = false, proof = null }: { issuer: string; linked?: boolean; proof?: EndedByProof | null },
  { name, second }: Provider,
  from: From,
): Promise<Found> {
  const disabled = disabled_at !== null
  const details = {
    email: user.email,
    provider: name,
    issuer,
    ...(linked ? { before: { linked_sign_in: null }, after: { linked_sign_in: issuer } } : {}),
    ...(proof ? { ended: { password: true, ...proof } } : {}),
    ...(disabled
      ? { refused: 'disabled' }
      : { second_factor: second ? 'provider' : two_steps ? 'code' : 'none' }),
  }
  const at = Date.now()
  const accounts = await query<{ id: string }>(
    `SELECT account.id FROM memberships membership JOIN accounts account ON account.merchant_id = membership.merchant_id
     WHERE membership.user_id = $1`,
    [user.id],
  )
  const request_id = newId('request', at)
  for (const { id } of accounts)
    await query(
      `INSERT INTO audit_lines (account_id, id, action, object_id, actor_kind, actor_id, actor_name, request_id, ip, details, created_at)
       VALUES ($1, $2, 'sign_in_with_provider', $3, 'user', $3, $4, $5, $6, $7::jsonb, $8)`,
      [id, newId('audit', at), user.id, user.email, request_id, from.ip, JSON.stringify(details), unixNow()],
    )
  if (disabled) return { failure: 'disabled' }
  return { user, passwordHash: password_hash, twoSteps: two_steps, proven: proof !== null }
}

/** Emails a person about a linked sign-in. A fault is logged and never stops a sign-in. */
async function noticeLink(id: string, ip: string | null): Promise<void> {
  const system = runtime()
  try {
    const [found] = await rowsOf(system.query)<{ account_id: string }>(
      `SELECT account.id AS account_id FROM sign_in_links link
       JOIN memberships membership ON membership.user_id = link.user_id
       JOIN accounts account ON account.merchant_id = membership.merchant_id
       WHERE link.id = $1 ORDER BY membership.created_at, account.mode LIMIT 1`,
      [id],
    )
    if (!found) return
    const actor = await systemActor(system.query, found.account_id, 'sign-in')
    const requestId = newId('request', system.clock())
    await execute(system, sendSignInLinkEmail, actor, { id }, { requestId, ip })
  } catch (thrown) {
    logFault(thrown, {}, 'The email about a linked sign-in failed.')
  }
}

function unixNow(): number {
  return Math.floor(Date.now() / 1000)
}

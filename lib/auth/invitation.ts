import type { From } from '#lib/auth/address.ts'
import { hashPassword } from '#lib/auth/password.ts'
import { beginSession, type User } from '#lib/auth/sessions.ts'
import { database } from '#lib/database/client.ts'
import { transact } from '#lib/database/transact.ts'
import { idIn } from '#lib/domain/mails/secrets.ts'
import type { invitations } from '#lib/generated/prisma/client.ts'
import type { Tables } from '#lib/pipeline/operation.ts'
import { runtime } from '#lib/runtime.ts'
import { newId } from '#lib/values/id.ts'

/** A pending invitation as its holder sees it; `known`: the email already has a sign-in, which it is accepted with. */
export type OpenInvitation = {
  id: string
  email: string
  name: string
  role: string
  merchant: string
  known: boolean
}

/** The pending invitation that a link names, or null. */
export async function openInvitation(token: string): Promise<OpenInvitation | null> {
  const system = runtime()
  const id = idIn(system, 'invitation', token)
  if (id === null) return null
  const { rows } = await system.query<OpenInvitation>(
    `SELECT invitation.id, invitation.email, invitation.name, coalesce(custom.name, invitation.role) AS role, merchant.name AS merchant,
            EXISTS (SELECT 1 FROM users WHERE lower(users.email) = invitation.email) AS known
     FROM invitations invitation JOIN merchants merchant ON merchant.id = invitation.merchant_id
     LEFT JOIN roles custom ON custom.merchant_id = invitation.merchant_id AND custom.id = invitation.role
     WHERE invitation.id = $1 AND invitation.accepted_at IS NULL AND invitation.withdrawn_at IS NULL AND invitation.expires_at > $2`,
    [id, Math.floor(system.clock() / 1000)],
  )
  return rows[0] ?? null
}

type Accepted = { sessionId: string; user: User }

/**
 * Accepts an invitation as a person without a sign-in: creates it with a password, and begins a session.
 * @returns null when the invitation is no longer pending, or the email has a sign-in meanwhile
 */
export async function acceptAsNew(
  token: string,
  { name, password }: { name: string; password: string },
  from: From,
): Promise<Accepted | null> {
  const open = await openInvitation(token)
  if (!open || open.known) return null
  const password_hash = await hashPassword(password)
  const user = await inTurn(open.id, null, async (tables, invitation, now) => {
    if ((await tables.users.count({ where: { email: invitation.email } })) > 0) return null
    const email_proven_at = (await wasEmailed(tables, invitation)) ? now : null
    const id = newId('user', now * 1000)
    const user = await tables.users.create({
      data: { id, email: invitation.email, name, password_hash, created_at: now, email_proven_at },
    })
    await join(tables, invitation, user, { now, ip: from.ip })
    return user
  })
  const sessionId = user && (await beginSession(user.id, from, { factors: ['password'] }))
  return user && sessionId ? { sessionId, user } : null
}

/** Accepts an invitation as the signed-in person. @returns the merchant's id, or null when it is not theirs to accept */
export async function acceptAsSelf(
  token: string,
  self: { id: string; email: string },
  ip: string | null,
): Promise<string | null> {
  const open = await openInvitation(token)
  if (!open || open.email !== self.email.toLowerCase()) return null
  return inTurn(open.id, self.id, async (tables, invitation, now) => {
    await join(tables, invitation, self, { now, ip })
    return invitation.merchant_id
  })
}

/**
 * Works on an invitation under its lock, if it is still pending: one link lets one person in, once. The person, if they have
 * a sign-in, and the merchant, whose roles and people change in turn, are locked before.
 */
function inTurn<T>(
  id: string,
  userId: string | null,
  work: (tables: Tables, invitation: invitations, now: number) => Promise<T | null>,
): Promise<T | null> {
  const now = Math.floor(runtime().clock() / 1000)
  return transact(() =>
    database().prisma.$transaction(async (tables) => {
      const of = await tables.invitations.findUnique({ where: { id }, select: { merchant_id: true } })
      if (!of || (userId !== null && !(await isActive(tables, userId)))) return null
      await tables.$queryRawUnsafe('SELECT 1 FROM merchants WHERE id = $1 FOR KEY SHARE', of.merchant_id)
      const [invitation] = await tables.$queryRawUnsafe<invitations[]>(
        `SELECT * FROM invitations
         WHERE id = $1 AND accepted_at IS NULL AND withdrawn_at IS NULL AND expires_at > $2 FOR UPDATE`,
        id,
        now,
      )
      return invitation ? work(tables, invitation, now) : null
    }),
  )
}

/** Whether only the email has the link of an invitation; else the person who invited has seen it. */
async function wasEmailed(tables: Tables, { merchant_id, id }: invitations): Promise<boolean> {
  const found = await tables.$queryRawUnsafe<object[]>(
    `SELECT 1 FROM mails mail JOIN accounts account ON account.id = mail.account_id
     WHERE account.merchant_id = $1 AND mail.object_id = $2 AND mail.kind = 'invitation' LIMIT 1`,
    merchant_id,
    id,
  )
  return found.length > 0
}

/** Whether a person can sign in; their row is locked. */
async function isActive(tables: Tables, id: string): Promise<boolean> {
  const found = await tables.$queryRawUnsafe<object[]>(
    'SELECT 1 FROM users WHERE id = $1 AND disabled_at IS NULL FOR UPDATE',
    id,
  )
  return found.length > 0
}

async function join(
  tables: Tables,
  { merchant_id, id, role, invited_by, email }: invitations,
  user: { id: string; email: string },
  { now, ip }: { now: number; ip: string | null },
): Promise<void> {
  await tables.invitations.update({
    where: { merchant_id_id: { merchant_id, id } },
    data: { accepted_at: now },
  })
  await tables.memberships.createMany({
    data: [{ merchant_id, user_id: user.id, role, invited_by, created_at: now }],
    skipDuplicates: true,
  })
  const accounts = await tables.accounts.findMany({ where: { merchant_id }, select: { id: true } })
  await tables.audit_lines.createMany({
    data: accounts.map(({ id: account_id }) => ({
      account_id,
      id: newId('audit', now * 1000),
      action: 'accept_invitation',
      object_id: user.id,
      actor_kind: 'user',
      actor_id: user.id,
      actor_name: user.email,
      request_id: newId('request', now * 1000),
      ip,
      details: { invitation_id: id, email, role, invited_by },
      created_at: now,
    })),
  })
}

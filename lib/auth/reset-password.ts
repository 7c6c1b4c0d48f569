import { take, takeByNetwork } from '#lib/auth/limits.ts'
import { hashPassword } from '#lib/auth/password.ts'
import { database } from '#lib/database/client.ts'
import { transact } from '#lib/database/transact.ts'
import { idIn } from '#lib/domain/mails/secrets.ts'
import { proveEmail } from '#lib/domain/users/prove-email.ts'
import { sendPasswordReset, setPassword } from '#lib/domain/users/reset-password.ts'
import { execute } from '#lib/pipeline/execute.ts'
import { logFault } from '#lib/process/log.ts'
import { runtime } from '#lib/runtime.ts'
import { newId } from '#lib/values/id.ts'
import { systemActor } from './system-actor.ts'

/** Whether this server sends the emails that reset a password. */
export function sendsResets(): boolean {
  return runtime().mailer !== null
}

/** Counts a request for a reset. @returns the seconds to wait when it is one too many from this network, else 0 */
export function takeReset(address: string | null): number {
  return takeByNetwork('reset_network', address)
}

/**
 * Emails a link to the person with this email, if there is one who can sign in. It runs after the response, which is the
 * same for every email, and so is the time that it takes.
 */
export async function requestReset(email: string): Promise<void> {
  const address = email.trim().toLowerCase().slice(0, 255)
  if (!sendsResets() || take('reset_account', address) > 0) return
  const system = runtime()
  try {
    const { rows } = await system.query<{ id: string; account_id: string }>(
      `SELECT person.id, account.id AS account_id FROM users person
       JOIN memberships membership ON membership.user_id = person.id
       JOIN accounts account ON account.merchant_id = membership.merchant_id
       WHERE lower(person.email) = $1 AND person.disabled_at IS NULL
       ORDER BY membership.created_at, account.mode LIMIT 1`,
      [address],
    )
    const [found] = rows
    if (!found) return
    const actor = await systemActor(system.query, found.account_id, 'password reset')
    const requestId = newId('request', system.clock())
    await execute(system, sendPasswordReset, actor, { id: found.id }, { requestId })
  } catch (thrown) {
    logFault(thrown, {}, 'A password reset failed.')
  }
}

/** The email of the person whose password a link sets, or null for a link that no longer works. */
export async function openReset(token: string): Promise<string | null> {
  const system = runtime()
  const id = idIn(system, 'password_reset', token)
  if (id === null) return null
  const { rows } = await system.query<{ email: string }>(
    `SELECT person.email FROM password_resets reset JOIN users person ON person.id = reset.user_id
     WHERE reset.id = $1 AND reset.used_at IS NULL AND reset.expires_at > $2 AND person.disabled_at IS NULL`,
    [id, Math.floor(system.clock() / 1000)],
  )
  return rows[0]?.email ?? null
}

/**
 * Sets the password that a link lets set, and uses the link up. Every session and connected app of the person ends, and
 * with the first proof of their email everything else that opened the account (prove-email.ts).
 * @returns whether the link worked
 */
export async function resetPassword(token: string, password: string, ip: string | null): Promise<boolean> {
  if ((await openReset(token)) === null) return false
  const system = runtime()
  const id = idIn(system, 'password_reset', token)
  const hash = await hashPassword(password)
  const now = Math.floor(system.clock() / 1000)
  return transact(() =>
    database().prisma.$transaction(async (tables) => {
      const [person] = await tables.$queryRawUnsafe<{ id: string; email: string }[]>(
        `SELECT person.id, person.email FROM users person
         WHERE person.id = (SELECT user_id FROM password_resets WHERE id = $1) AND person.disabled_at IS NULL FOR UPDATE`,
        id,
      )
      const [open] = await tables.$queryRawUnsafe<{ created_by: string | null }[]>(
        'SELECT created_by FROM password_resets WHERE id = $1 AND used_at IS NULL AND expires_at > $2 FOR UPDATE',
        id,
        now,
      )
      if (!person || !open) return false
      await tables.password_resets.updateMany({
        where: { user_id: person.id, used_at: null },
        data: { used_at: now },
      })
      // A link that another person made was seen by them; one that was requested on the sign-in page is only in the email.
      const proof = open.created_by === null ? await proveEmail(tables, person, hash, now * 1000) : null
      const ended = proof ?? (await setPassword(tables, person.id, hash, now * 1000, { by: person.email }))
      const merchants = await tables.memberships.findMany({ where: { user_id: person.id } })
      const accounts = await tables.accounts.findMany({
        where: { merchant_id: { in: merchants.map(({ merchant_id }) => merchant_id) } },
        select: { id: true },
      })
      await tables.audit_lines.createMany({
        data: accounts.map((account) => ({
          account_id: account.id,
          id: newId('audit', now * 1000),
          action: 'reset_password',
          object_id: person.id,
          actor_kind: 'user',
          actor_id: person.id,
          actor_name: person.email,
          request_id: newId('request', now * 1000),
          ip,
          details: { email: person.email, ...ended },
          created_at: now,
        })),
      })
      return true
    }),
  )
}

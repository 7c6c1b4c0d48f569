import { z } from 'zod'
import type { Columns } from '#lib/database/query.ts'
import { auditElsewhere } from '#lib/domain/audit/audit-elsewhere.ts'
import { endGrants } from '#lib/domain/connected-apps/end-grant.ts'
import { button, emailHtml, paragraph } from '#lib/domain/mails/email-layout.ts'
import { LINK_PLACE, linkOf } from '#lib/domain/mails/secrets.ts'
import { writeMail } from '#lib/domain/mails/write.ts'
import { recordNotFound } from '#lib/domain/record.ts'
import { assertManages, merchantsOf } from '#lib/domain/users/find.ts'
import { Staff } from '#lib/domain/users/schema.ts'
import type { users } from '#lib/generated/prisma/client.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation, type Tables } from '#lib/pipeline/operation.ts'
import { Id } from '#lib/values/id.ts'
import { HOUR } from '#lib/values/time.ts'

/** How long a link to set a password works, in seconds. */
const RESET_LASTS = HOUR

const ResetInput = z.strictObject({ id: Id('user') })

export const sendPasswordReset = defineOperation({
  name: 'send_password_reset',
  title: 'Send a password reset',
  summary: 'Emails a person who forgot their password a link that sets another one: once, within an hour.',
  permission: 'team:write',
  http: null,
  input: ResetInput,
  output: Staff,
  async run(context, { id }) {
    if (context.actor.kind !== 'system') throw refused('permission_denied')
    const person = await enabled(context, id)
    const reset = await newReset(context, person.id, null)
    context.about(person.id)
    context.note({ email: person.email })
    await writeMail(context, {
      kind: 'password_reset',
      object_id: reset,
      recipient: person.email,
      ...email(person),
    })
    return person
  },
})

export const createResetLink = defineOperation({
  name: 'create_reset_link',
  title: 'Create a password link',
  summary:
    'Returns a link with which a person sets another password, once, within an hour: where the server sends no email.',
  permission: 'team:write',
  confirm: 'always',
  confidential: true,
  http: null,
  input: ResetInput,
  output: Staff.extend({ link_token: z.string() }),
  async run(context, { id }) {
    const { merchant_id } = context.account
    const merchants = await merchantsOf(context, id)
    if (!merchants.includes(merchant_id)) throw recordNotFound('user', id)
    if (merchants.length > 1 || context.mailer !== null)
      throw refused('permission_denied', 'This person resets their password on the sign-in page, by email.')
    await assertManages(context, id)
    const person = await enabled(context, id)
    const reset = await newReset(context, id, context.actor.name)
    const details = { email: person.email }
    context.note(details)
    await auditElsewhere(context, [merchant_id], { action: 'create_reset_link', object_id: id, details })
    return { ...person, link_token: linkOf(context, 'password_reset', reset) }
  },
})

async function enabled(context: Context, id: string) {
  const [person] = await context.rows<Columns<users, 'id' | 'email' | 'name'>>(
    'SELECT id, email, name FROM users WHERE id = $1 AND disabled_at IS NULL FOR UPDATE',
    [id],
  )
  if (!person) throw recordNotFound('user', id)
  return person
}

/** A new link; the person's former ones end. @returns its id */
async function newReset(
  { tables, now, newId }: Context,
  user_id: string,
  by: string | null,
): Promise<string> {
  const id = newId('password_reset')
  await tables.password_resets.updateMany({ where: { user_id, used_at: null }, data: { used_at: now } })
  await tables.password_resets.create({
    data: { id, user_id, created_by: by, created_at: now, expires_at: now + RESET_LASTS },
  })
  return id
}

function email({ name }: { name: string }) {
  const subject = 'Set a new password for Counterfoil'
  const greeting = `Hello ${name},`
  const sentence =
    'Someone requested a password reset for your account. The link works once and expires in 1 hour.'
  const footer = 'If it was not you, ignore this email: your password is unchanged.'
  return {
    subject,
    text: `${greeting}\n\n${sentence}\n\nSet a new password:\n${LINK_PLACE}\n\n--\n${footer}\n`,
    html: emailHtml({
      title: subject,
      body: [
        paragraph(greeting),
        paragraph(sentence),
        button('Set new password', LINK_PLACE),
        paragraph(footer, 'footer'),
      ],
    }),
  }
}

/**
 * Sets a new password. The old one may have been stolen, so everything that it authorized ends at once: every session
 * except the current one, and every grant of the person to an app, in every merchant.
 * @param passwordHash made by lib/auth/password.ts
 * @param at in milliseconds
 * @param keep the session that continues
 * @returns how many sessions and grants ended
 */
export async function setPassword(
  tables: Tables,
  userId: string,
  passwordHash: string,
  at: number,
  { by, keep = null }: { by: string; keep?: string | null },
): Promise<{ sessions: number; grants: number }> {
  const now = Math.floor(at / 1000)
  await tables.users.update({ where: { id: userId }, data: { password_hash: passwordHash } })
  const { count } = await tables.sessions.updateMany({
    where: { user_id: userId, ended_at: null, ...(keep === null ? {} : { id: { not: keep } }) },
    data: { ended_at: now },
  })
  if (keep !== null)
    await tables.sessions.updateMany({ where: { id: keep, user_id: userId }, data: { confirmed_at: null } })
  const rows = <Row>(text: string, values: unknown[]) => tables.$queryRawUnsafe<Row[]>(text, ...values)
  return { sessions: count, grants: await endGrants(rows, { user_id: userId }, 'password_changed', now, by) }
}

import { button, emailHtml, paragraph } from '#lib/domain/mails/email-layout.ts'
import { NOTIFICATIONS, type Notification } from '#lib/domain/notifications/schema.ts'
import { HAS_PERMISSIONS } from '#lib/domain/roles/find.ts'
import type { Context } from '#lib/pipeline/operation.ts'
import { builtInRolesWith } from '#lib/values/permissions.ts'
import { DAY, HOUR } from '#lib/values/time.ts'

/** A fault that staff want to know of: many at once make one email an hour for each person. */
type StaffEmail = {
  kind: Notification
  object_id: string
  subject: string
  paragraphs: string[]
  link: { label: string; path: string }
  /** What it is about, for a kind of which each person gets at most one email a day about each. */
  daily?: string
}

/** So long after an email of a kind no other of it goes to the same person, in seconds. */
const QUIET = HOUR

type Receivers = {
  /** The IDs of the people whom it concerns; everyone who gets the kind if it is left out. */
  among?: string[]
  /** The address of a person who gets an email about it anyway. */
  except?: string | null
}

/**
 * Writes an email to each person who gets this kind and has not switched it off, in the transaction of the change that it
 * is about. It needs no lock: of two changes at the same time, both may be told.
 */
export async function emailStaff(
  context: Context,
  email: StaffEmail,
  { among, except }: Receivers = {},
): Promise<void> {
  const { account, now, actor } = context
  const needed = [NOTIFICATIONS[email.kind]]
  const { daily } = email
  const people = await context.rows<{ email: string }>(
    `SELECT person.email FROM memberships membership
     JOIN users person ON person.id = membership.user_id AND person.disabled_at IS NULL
     WHERE membership.merchant_id = $1 AND ${HAS_PERMISSIONS} AND NOT $4 = ANY(membership.muted_kinds)
       AND ($7::text[] IS NULL OR person.id = ANY($7))
       AND NOT EXISTS (SELECT FROM mails earlier WHERE earlier.account_id = $5 AND earlier.recipient = person.email
         AND earlier.kind = $4 AND earlier.created_at > $6
         AND ($8::text IS NULL OR earlier.object_id = $8))
     ORDER BY person.id`,
    [
      account.merchant_id,
      builtInRolesWith(needed),
      needed,
      email.kind,
      account.id,
      now - (daily === undefined ? QUIET : DAY),
      among ?? null,
      daily === undefined ? null : email.object_id,
    ],
  )
  const mode = account.mode === 'test' ? ' (test mode)' : ''
  const subject = `${email.subject}${mode} · ${account.merchant_name}`.replace(/\s+/g, ' ')
  const page = `${context.baseUrl}${email.link.path}`
  const quiet =
    daily === undefined
      ? 'If this happens again within the next hour, you get no further email about it.'
      : `You get at most one email a day about this ${daily}.`
  for (const { email: recipient } of people) {
    if (recipient === except) continue
    const id = context.newId('mail')
    context.changes.insert('mails', {
      account_id: account.id,
      id,
      kind: email.kind,
      object_id: email.object_id,
      recipient,
      subject,
      text: `${[...email.paragraphs, page, quiet].join('\n\n')}\n`,
      html: emailHtml({
        title: subject,
        body: [
          paragraph(account.merchant_name + mode, 'soft'),
          ...email.paragraphs.map((text) => paragraph(text)),
          button(email.link.label, page),
          paragraph(quiet, 'footer'),
        ],
      }),
      status: 'queued',
      created_by: `${actor.kind}:${actor.name}`,
      created_at: now,
    })
    context.enqueue('send-mail', { account_id: account.id, mail_id: id })
  }
}

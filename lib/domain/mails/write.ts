import { type MailKind, PAYER_KINDS, type PayerMailKind } from '#lib/domain/mails/schema.ts'
import { refused } from '#lib/pipeline/errors.ts'
import type { Context } from '#lib/pipeline/operation.ts'
import { DAY } from '#lib/values/time.ts'

/** The most emails of a day: about one record, to one address, and of the account. */
const ABOUT_ONE = 5
const TO_ONE = 10
const OF_ACCOUNT = 1000

/**
 * Whether staff may send another email to a payer, or any email again: no mailbox is filled, however often the staff press
 * the button. The account is locked, so that emails are counted one after another.
 * @param objectId the record that the email is about; of an email without one, its own ID
 * @throws too_many_requests
 */
export async function assertMayMail(context: Context, objectId: string, recipient: string): Promise<void> {
  const { account, rows, now } = context
  await rows('SELECT 1 FROM accounts WHERE id = $1 FOR NO KEY UPDATE', [account.id])
  const [sent] = await rows<{ about: number; to_one: number; total: number }>(
    `SELECT count(*) FILTER (WHERE object_id = $4)::int AS about,
       count(*) FILTER (WHERE lower(recipient) = lower($5))::int AS to_one, count(*)::int AS total
     FROM (
       SELECT object_id, recipient FROM mails WHERE account_id = $1 AND created_at > $2 AND kind = ANY($3::text[])
       UNION ALL
       SELECT coalesce(mail.object_id, mail.id), mail.recipient
       FROM audit_lines again JOIN mails mail ON mail.account_id = $1 AND mail.id = again.object_id
       WHERE again.account_id = $1 AND again.created_at > $2 AND again.action = 'send_mail_again'
     ) sent`,
    [account.id, now - DAY, PAYER_KINDS, objectId, recipient],
  )
  const { about = 0, to_one = 0, total = 0 } = sent ?? {}
  if (about >= ABOUT_ONE)
    throw refused(
      'too_many_requests',
      `${ABOUT_ONE} emails were sent about it in 24 hours. Try again tomorrow.`,
    )
  if (to_one >= TO_ONE)
    throw refused(
      'too_many_requests',
      `${TO_ONE} emails were sent to this address in 24 hours. Try again tomorrow.`,
    )
  if (total >= OF_ACCOUNT)
    throw refused('too_many_requests', 'This account sent too many emails in 24 hours. Try again tomorrow.')
}

type NewMail<Kind extends MailKind> = {
  kind: Kind
  object_id: string
  recipient: string
  subject: string
  text: string
  html: string
}

/**
 * Adds an email to the outbox and queues it, in the transaction of the change that it is about.
 * @returns its row
 * @param account_id if it is about another account of the same change
 */
export function writeMail(
  context: Context,
  mail: NewMail<Exclude<MailKind, PayerMailKind>>,
  account_id = context.account.id,
) {
  return write(context, mail, account_id)
}

/** The same for what staff send to a payer, which is limited. @throws too_many_requests */
export async function writeToPayer(context: Context, mail: NewMail<PayerMailKind>) {
  await assertMayMail(context, mail.object_id, mail.recipient)
  return write(context, mail, context.account.id)
}

async function write(context: Context, mail: NewMail<MailKind>, account_id: string) {
  const id = context.newId('mail')
  const row = await context.tables.mails.create({
    data: {
      account_id,
      id,
      ...mail,
      status: 'queued',
      created_by: `${context.actor.kind}:${context.actor.name}`,
      created_at: context.now,
    },
  })
  context.enqueue('send-mail', { account_id, mail_id: id })
  return row
}

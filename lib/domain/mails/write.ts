import type { MailKind, PayerMailKind } from '#lib/domain/mails/schema.ts'
import { assertMayMail } from '#lib/domain/mails/throttle.ts'
import type { Context } from '#lib/pipeline/operation.ts'

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

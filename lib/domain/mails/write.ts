import type { MailKind } from '#lib/domain/mails/schema.ts'
import type { Context } from '#lib/pipeline/operation.ts'

type NewMail = {
  kind: MailKind
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
export async function writeMail(context: Context, mail: NewMail, account_id = context.account.id) {
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

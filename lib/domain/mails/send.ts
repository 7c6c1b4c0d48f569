import { findMail } from '#lib/domain/mails/find.ts'
import { withLogo } from '#lib/domain/mails/logo.ts'
import { GetMailDetails, Mail } from '#lib/domain/mails/schema.ts'
import { filledIn } from '#lib/domain/mails/secrets.ts'
import { assertMayMail } from '#lib/domain/mails/write.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { MINUTE } from '#lib/values/time.ts'

/** The attempts to send one email: after one, two, four, ... minutes, nine hours in all. */
const TRIES = 10

export const sendMail = defineOperation({
  name: 'send_mail',
  title: 'Send a mail',
  summary: 'Hands a mail of the outbox to the server for mail, or keeps it there when none is configured.',
  permission: 'mails:write',
  http: null,
  effect: 'steps',
  input: GetMailDetails,
  output: Mail,
  async run(context, input) {
    const mail = await findMail(context, input.id)
    if (mail.status !== 'queued') return mail
    const outcome = await handOver(context, mail)
    await context.transaction((inner) => record(inner, mail, outcome))
    return findMail(context, input.id)
  },
})

type MailRow = Awaited<ReturnType<typeof findMail>>
type Outcome = { status: 'sent' | 'kept' } | { status: 'failed' | 'queued'; error: string }

async function handOver(context: Context, mail: MailRow): Promise<Outcome> {
  const { mailer } = context
  if (mailer === null) return { status: 'kept' }
  try {
    const { id, recipient, subject, text, html, images } = await withLogo(context, filledIn(context, mail))
    await mailer.send({ id, to: recipient, subject, text, html, images })
    return { status: 'sent' }
  } catch (thrown) {
    const error = (thrown as Error).message.slice(0, 500)
    const final = (thrown as Error).name === 'MailRejected' || mail.attempts + 1 >= TRIES
    return { status: final ? 'failed' : 'queued', error }
  }
}

async function record(context: Context, mail: MailRow, outcome: Outcome): Promise<void> {
  const { count } = await context.tables.mails.updateMany({
    where: { account_id: context.account.id, id: mail.id, status: 'queued', attempts: mail.attempts },
    data: {
      status: outcome.status,
      error: 'error' in outcome ? outcome.error : null,
      attempts: { increment: outcome.status === 'kept' ? 0 : 1 },
      sent_at: outcome.status === 'sent' ? context.now : null,
    },
  })
  if (count === 0) return
  context.about(mail.id)
  context.note({ status: outcome.status, ...('error' in outcome ? { error: outcome.error } : {}) })
  if (outcome.status === 'queued') {
    context.enqueue(
      'send-mail',
      { account_id: context.account.id, mail_id: mail.id },
      { after: MINUTE * 2 ** mail.attempts },
    )
    return
  }
  if (mail.kind === 'bill') {
    await context.tables.bills.updateMany({
      where: { account_id: context.account.id, id: mail.object_id ?? '' },
      data: { delivery_status: outcome.status },
    })
  }
}

export const sendMailAgain = defineOperation({
  name: 'send_mail_again',
  title: 'Send a mail again',
  summary: 'Queues a mail of the outbox once more: one that failed, was kept, or did not arrive.',
  permission: 'mails:write',
  http: null,
  input: GetMailDetails,
  output: Mail,
  async run(context, input) {
    const mail = await findMail(context, input.id)
    await assertMayMail(context, mail.object_id ?? mail.id, mail.recipient)
    // Checks the status that was seen, so that two clicks queue one email.
    const { count } = await context.tables.mails.updateMany({
      where: { account_id: context.account.id, id: mail.id, status: mail.status, NOT: { status: 'queued' } },
      data: { status: 'queued', attempts: 0, error: null },
    })
    if (count === 0) throw refused('mail_queued_already')
    context.enqueue('send-mail', { account_id: context.account.id, mail_id: mail.id })
    return findMail(context, input.id)
  },
})

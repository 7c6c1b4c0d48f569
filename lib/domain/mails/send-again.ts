import { findMail } from '#lib/domain/mails/find.ts'
import { GetMailDetails, Mail } from '#lib/domain/mails/schema.ts'
import { assertMayMail } from '#lib/domain/mails/throttle.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

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

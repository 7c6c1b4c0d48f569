import { findMail } from '#lib/domain/mails/find.ts'
import { withDrawnLogo } from '#lib/domain/mails/logo.ts'
import { GetMailDetails, MailDetails } from '#lib/domain/mails/schema.ts'
import { withCode } from '#lib/domain/mails/secrets.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const getMailDetails = defineOperation({
  name: 'get_mail_details',
  title: 'Get the details of a mail',
  summary: 'Returns one mail of the outbox with what it says.',
  permission: 'mails:read',
  http: null,
  effect: 'read',
  input: GetMailDetails,
  output: MailDetails,
  async run(context, input) {
    const mail = await withDrawnLogo(context, await findMail(context, input.id))
    // Only the recipient sees a one-time password. In test mode, staff can see it, too.
    return context.account.mode === 'test' ? withCode(context, mail) : mail
  },
})

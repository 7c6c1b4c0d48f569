import type { WrittenMail } from '#lib/domain/mails/schema.ts'

/** The status of an email to a payer once its form was submitted. The worker sends it, if the server sends email. */
export function sentMessage(what: string): (mail: Pick<WrittenMail, 'recipient' | 'sends'>) => string {
  return ({ recipient, sends }) =>
    sends ? `${what} queued for ${recipient}` : `${what} kept in the outbox: no mail server is set up`
}

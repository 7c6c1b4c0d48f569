/** A PNG that the HTML of an email shows as `cid:` and its ID. It travels with the email: nothing is loaded. */
export type EmailImage = { cid: string; png: Buffer }

/** An email to send. `id` becomes its Message-ID, so that mail clients show an email that was sent twice once. */
type OutgoingEmail = {
  id: string
  to: string
  subject: string
  text: string
  html: string
  images: EmailImage[]
}

/** Sends emails. */
export type Mailer = {
  /** @throws MailRejected if the mail server rejects it permanently; after any other error a retry may succeed */
  send(email: OutgoingEmail): Promise<void>
}

/** The mail server rejected the email permanently: no such mailbox, or not allowed to send. */
export class MailRejected extends Error {
  override readonly name = 'MailRejected'
}

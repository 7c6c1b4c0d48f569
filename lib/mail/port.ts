/** A PNG that the HTML of a mail shows as `cid:` and its ID. It travels with the mail: nothing is loaded. */
export type EmailImage = { cid: string; png: Buffer }

/** A mail as it leaves: `id` makes its Message-ID, so that one that was sent twice after a crash is one to the reader. */
type EmailTemplate = {
  id: string
  to: string
  subject: string
  text: string
  html: string
  images: EmailImage[]
}

/** What sends mail. */
export type Mailer = {
  /** @throws MailRefused when the server will never take it; any other error may pass when it is tried again */
  send(letter: EmailTemplate): Promise<void>
}

/** The server took the mail back for good: no such mailbox, not allowed to send. */
export class MailRejected extends Error {
  override readonly name = 'MailRefused'
}

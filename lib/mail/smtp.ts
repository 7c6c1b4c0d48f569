import nodemailer from 'nodemailer'
import { type Mailer, MailRejected } from '#lib/ports/mail.ts'

/** Sends by SMTP. @param url smtp:// or smtps://, with user and password when the server asks for them */
export function smtpMailer(url: string, from: string): Mailer {
  const transport = nodemailer.createTransport(url, {
    from,
    // A mail can wait; a worker that waits for a dead server cannot do anything else.
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    // Nothing that a mail says may make this server read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  } as nodemailer.TransportOptions)
  const host = from.replace(/^.*@/, '').replace(/[^\w.-].*$/, '')
  return {
    async send({ id, to, subject, text, html, images }) {
      try {
        // An object, since a text could hold commas and with them further receivers.
        await transport.sendMail({
          messageId: `<${id}@${host}>`,
          to: { name: '', address: to },
          subject,
          text,
          html,
          attachments: images.map(({ cid, png }) => ({
            cid,
            content: png,
            contentType: 'image/png',
            contentDisposition: 'inline',
            filename: 'logo.png',
          })),
        })
      } catch (thrown) {
        const code = (thrown as { responseCode?: number }).responseCode ?? 0
        if (code >= 500) throw new MailRejected((thrown as Error).message, { cause: thrown })
        throw thrown
      }
    },
  }
}

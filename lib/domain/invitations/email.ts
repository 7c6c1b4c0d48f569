import { button, emailHtml, paragraph } from '#lib/domain/mails/email-layout.ts'
import { LINK_PLACE } from '#lib/domain/users/link.ts'

type InvitationEmail = { merchant: string; name: string; role: string; by: string }

/** The email that invites a person to a team: plain text, and the same as HTML that loads nothing. */
export function invitationEmail({ merchant, name, role, by }: InvitationEmail) {
  const subject = `${by} invited you to ${merchant} on Counterfoil`.replace(/\s+/g, ' ')
  const greeting = `Hello ${name},`
  const sentence = `${by} invited you to join ${merchant} with the role ${role}.`
  const footer = 'The link works once and expires after 7 days. If you did not expect this email, ignore it.'
  return {
    subject,
    text: `${greeting}\n\n${sentence}\n\nAccept the invitation:\n${LINK_PLACE}\n\n--\n${footer}\n`,
    html: emailHtml({
      title: subject,
      body: [
        paragraph(greeting),
        paragraph(sentence),
        button('Accept invitation', LINK_PLACE),
        paragraph(footer, 'footer'),
      ],
    }),
  }
}

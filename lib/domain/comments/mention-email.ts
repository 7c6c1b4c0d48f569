import { button, emailHtml, paragraph } from '#lib/domain/mails/email-layout.ts'

type MentionEmail = {
  merchant: string
  mode: 'test' | 'live'
  author: string
  noun: string
  object_id: string
  text: string
  page: string
}

export function mentionEmail(about: MentionEmail): { subject: string; text: string; html: string } {
  const mode = about.mode === 'test' ? ' (test mode)' : ''
  const subject = `${about.author} mentioned you on ${about.noun} ${about.object_id}${mode}`.replace(
    /\s+/g,
    ' ',
  )
  const sentence = `${about.author} mentioned you in a comment on ${about.noun} ${about.object_id} of ${about.merchant}${mode}.`
  const quoted = about.text.replace(/^/gm, '> ')
  return {
    subject,
    text: `${sentence}\n\n${quoted}\n\n${about.page}\n`,
    html: emailHtml({
      title: subject,
      body: [
        paragraph(about.merchant + mode, 'soft'),
        paragraph(sentence),
        paragraph(about.text, 'quote'),
        button(`View ${about.noun}`, about.page),
      ],
    }),
  }
}

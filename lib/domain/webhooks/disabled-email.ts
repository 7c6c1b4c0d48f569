import { button, emailHtml, paragraph } from '#lib/domain/mails/email-layout.ts'

type DisabledLetter = {
  merchant: string
  mode: 'test' | 'live'
  url: string
  reason: string
  /** The URL of the endpoint's page, where it can be enabled again. */
  page: string
}

/** The email that says that events are no longer sent to an endpoint, and what to do. */
export function disabledEmail(about: DisabledLetter): { subject: string; text: string; html: string } {
  const host = new URL(about.url).host
  const sentence = `${about.merchant} (${about.mode} mode) no longer sends events to ${about.url}.`
  const advice =
    'No events are lost. Fix the URL and enable the webhook on its page; all missed events are then sent.'
  return {
    subject: `Webhook disabled: ${host}`,
    text: `${sentence}\n\n${about.reason}\n\n${advice}\n${about.page}\n`,
    html: emailHtml({
      title: `Webhook disabled: ${host}`,
      body: [
        paragraph(sentence),
        paragraph(about.reason, 'soft'),
        paragraph(advice),
        button('View webhook', about.page),
      ],
    }),
  }
}

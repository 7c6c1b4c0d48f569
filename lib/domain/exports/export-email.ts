import { button, emailHtml, paragraph } from '#lib/domain/mails/email-layout.ts'
import { countText } from '#lib/values/size-text.ts'

type ExportEmail = {
  merchant: string
  mode: 'test' | 'live'
  /** "Payments". */
  list: string
  name: string
  /** "23 Nov 2026", "1 Nov 2026 to 30 Nov 2026"; null without a period. */
  period: string | null
  zone: string
  rows: number
  /** "30 Nov 2026, 07:00 IST". */
  expires: string
  link: string
  page: string
}

export function exportEmail(about: ExportEmail): { subject: string; text: string; html: string } {
  const mode = about.mode === 'test' ? ' (test mode)' : ''
  const subject = `${about.list} of ${about.merchant}${about.period === null ? '' : `, ${about.period}`}${mode}`
  const rows = countText(about.rows, 'row', 'rows')
  const facts = [
    `${about.name}: ${rows}.`,
    ...(about.period === null ? [] : [`Period: ${about.period}, in ${about.zone}.`]),
  ].join('\n')
  const advice = `The link is for you alone. Sign in to download the file until ${about.expires}.`
  return {
    subject: subject.replace(/\s+/g, ' '),
    text: `${facts}\n\n${advice}\n\n${about.link}\n\nChange or stop this scheduled export:\n${about.page}\n`,
    html: emailHtml({
      title: subject,
      body: [
        paragraph(about.merchant + mode, 'soft'),
        paragraph(facts),
        button('Download file', about.link),
        paragraph(advice),
        paragraph(`Change or stop this scheduled export: ${about.page}`, 'footer'),
      ],
    }),
  }
}

import { whatIsAsked } from '#lib/domain/approvals/schema.ts'
import { escapeHtml } from '#lib/values/html.ts'
import { formatMoney } from '#lib/values/money-text.ts'

export type ApprovalLetter = {
  merchant: string
  mode: 'test' | 'live'
  amount: number
  currency: string
  operation: string
  asker: string
  /** Whether a program asks for somebody. */
  program: boolean
  why: string
  /** Where it is decided. */
  page: string
}

/** The mail that says that something waits for a person, to whoever may decide it. */
export function approvalLetter(about: ApprovalLetter): { subject: string; text: string; html: string } {
  const amount = formatMoney(about.amount, about.currency)
  const mode = about.mode === 'test' ? ' (test mode)' : ''
  const subject = `${amount} waits for your approval${mode}`
  const asks = `${about.program ? 'The program ' : ''}${about.asker} asks to ${whatIsAsked(about.operation, amount)} at ${about.merchant}${mode}.`
  const advice = 'Approve or reject it within 24 hours; after that it is given up and nothing moves.'
  return {
    subject: subject.replace(/\s+/g, ' '),
    text: `${asks}\n\n${about.why}\n\n${advice}\n${about.page}\n`,
    html: [
      '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
      `<title>${escapeHtml(subject)}</title></head>`,
      '<body style="margin:0;padding:24px 12px;background:#f6f3ec;color:#1f1d1a;font:16px/1.5 system-ui,sans-serif">',
      '<div style="max-width:480px;margin:0 auto;background:#fffdf8;border:1px solid #d9d3c5;border-radius:6px;padding:24px">',
      `<p style="margin:0 0 4px;color:#5b564c">${escapeHtml(about.merchant + mode)}</p>`,
      `<p style="margin:0 0 20px;font-size:28px;font-weight:600">${escapeHtml(amount)}</p>`,
      `<p style="margin:0 0 16px;overflow-wrap:anywhere">${escapeHtml(asks)}</p>`,
      `<p style="margin:0 0 16px;color:#5b564c">${escapeHtml(about.why)}</p>`,
      `<p style="margin:0 0 24px">${escapeHtml(advice)}</p>`,
      `<p style="margin:0"><a href="${escapeHtml(about.page)}" style="display:inline-block;background:#17603f;color:#fff;text-decoration:none;padding:10px 18px;border-radius:4px">See what is asked</a></p>`,
      '</div></body></html>',
    ].join('\n'),
  }
}

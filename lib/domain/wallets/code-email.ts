import { CODE_PLACE } from '#lib/domain/mails/fill-in.ts'
import { escapeHtml } from '#lib/values/html.ts'
import { formatMoney } from '#lib/values/money-text.ts'

type CodeLetter = {
  merchant: string
  name: string | null
  amount: number
  currency: string
  receipt: string | null
}

/** The email with the one-time password of a wallet. The password itself is inserted when it is sent. */
export function codeEmail(of: CodeLetter): { subject: string; text: string; html: string } {
  const amount = formatMoney(of.amount, of.currency)
  const greeting = of.name === null ? 'Hello,' : `Hello ${of.name},`
  const about = of.receipt === null ? amount : `${amount}, receipt ${of.receipt},`
  const sentence = `you are about to pay ${about} from your wallet at ${of.merchant}. To confirm, enter this OTP within 10 minutes:`
  const warning = `${of.merchant} never asks for it in any other way. If this was not you, ignore this email: without the OTP no one can see your wallet or pay from it.`
  const subject = `Your OTP for ${of.merchant}`.replace(/\s+/g, ' ')
  return {
    subject,
    text: `${greeting}\n\n${sentence}\n\n${CODE_PLACE}\n\n--\n${warning}\n`,
    html: [
      '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
      `<title>${escapeHtml(subject)}</title></head>`,
      '<body style="margin:0;padding:24px 12px;background:#f6f3ec;color:#1f1d1a;font:16px/1.5 system-ui,sans-serif">',
      '<div style="max-width:480px;margin:0 auto;background:#fffdf8;border:1px solid #d9d3c5;border-radius:6px;padding:24px">',
      `<p style="margin:0 0 16px;color:#5b564c">${escapeHtml(of.merchant)}</p>`,
      `<p style="margin:0 0 16px">${escapeHtml(greeting)}</p><p style="margin:0 0 16px">${escapeHtml(sentence)}</p>`,
      `<p style="margin:0 0 24px;font-size:32px;font-weight:600;letter-spacing:.2em">${CODE_PLACE}</p>`,
      `<p style="margin:0;padding-top:16px;border-top:1px dashed #d9d3c5;font-size:13px;color:#5b564c">${escapeHtml(warning)}</p>`,
      '</div></body></html>',
    ].join('\n'),
  }
}

import { escapeHtml } from '#lib/values/html.ts'
import { formatMoney } from '#lib/values/money-text.ts'

/** The data of an email about a bill. */
type BillEmail = {
  merchant: string
  number: string
  name: string | null
  amount: number
  currency: string
  /** The public page of the bill. */
  url: string
}

/** The email that delivers a bill to its customer: plain text, and the same as HTML that loads nothing. */
export function billEmail(bill: BillEmail): { subject: string; text: string; html: string } {
  const amount = formatMoney(bill.amount, bill.currency)
  const greeting = bill.name === null ? 'Hello,' : `Hello ${bill.name},`
  const sentence = `here is your bill ${bill.number} from ${bill.merchant} over ${amount}.`
  const footer = `${bill.merchant} sent this email because you bought something there. Anyone with the link can view the bill.`
  return {
    subject: `Your bill ${bill.number} from ${bill.merchant}`.replace(/\s+/g, ' '),
    text: `${greeting}\n\n${sentence}\n\nView, print or download your bill:\n${bill.url}\n\n--\n${footer}\n`,
    html: [
      '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
      `<title>${escapeHtml(`Bill ${bill.number}`)}</title></head>`,
      '<body style="margin:0;padding:24px 12px;background:#f6f3ec;color:#1f1d1a;font:16px/1.5 system-ui,sans-serif">',
      '<div style="max-width:480px;margin:0 auto;background:#fffdf8;border:1px solid #d9d3c5;border-radius:6px;padding:24px">',
      `<p style="margin:0 0 4px;color:#5b564c">${escapeHtml(bill.merchant)}</p>`,
      `<p style="margin:0 0 20px;font-size:28px;font-weight:600">${escapeHtml(amount)}</p>`,
      `<p style="margin:0 0 16px">${escapeHtml(greeting)}</p><p style="margin:0 0 24px">${escapeHtml(sentence)}</p>`,
      `<p style="margin:0 0 24px"><a href="${escapeHtml(bill.url)}" style="display:inline-block;background:#17603f;color:#fff;text-decoration:none;padding:10px 18px;border-radius:4px">View bill</a></p>`,
      `<p style="margin:0;padding-top:16px;border-top:1px dashed #d9d3c5;font-size:13px;color:#5b564c">${escapeHtml(footer)}</p>`,
      '</div></body></html>',
    ].join('\n'),
  }
}

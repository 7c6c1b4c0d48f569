import { button, emailHtml, paragraph } from '#lib/domain/mails/email-layout.ts'
import { logoImage } from '#lib/domain/mails/logo.ts'
import type { Brand } from '#lib/domain/merchants/schema.ts'
import { formatMoney } from '#lib/values/money-text.ts'
import { supportText } from '#lib/values/text.ts'

type BillEmail = {
  merchant: string
  brand: Brand
  number: string
  name: string | null
  amount: number
  currency: string
  url: string
}

/** The email that delivers a bill to its customer: plain text, and the same as HTML that loads nothing. */
export function billEmail(bill: BillEmail): { subject: string; text: string; html: string } {
  const { merchant, brand, number } = bill
  const amount = formatMoney(bill.amount, bill.currency)
  const greeting = bill.name === null ? 'Hello,' : `Hello ${bill.name},`
  const sentence = `Here is your bill ${number} from ${merchant} for ${amount}.`
  const footer = [
    ...(brand.support === null ? [] : [supportText(brand.support) ?? '']),
    `${merchant} sent this email because you bought something there. Anyone with the link can view the bill.`,
  ]
  return {
    subject: `Your bill ${number} from ${merchant}`.replace(/\s+/g, ' '),
    text: `${greeting}\n\n${sentence}\n\nView, print or download your bill:\n${bill.url}\n\n--\n${footer.join('\n')}\n`,
    html: emailHtml({
      title: `Bill ${number}`,
      body: [
        ...logoImage(brand.logo),
        paragraph(merchant, 'head'),
        paragraph(amount, 'amount'),
        paragraph(greeting),
        paragraph(sentence),
        button('View bill', bill.url, brand.color),
        paragraph(footer.join('\n'), 'footer'),
      ],
    }),
  }
}

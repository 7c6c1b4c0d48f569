import { emailHtml, paragraph } from '#lib/domain/mails/email-layout.ts'
import { CODE_PLACE } from '#lib/domain/mails/fill-in.ts'
import { logoImage } from '#lib/domain/mails/logo.ts'
import type { Brand } from '#lib/domain/merchants/schema.ts'
import { formatMoney } from '#lib/values/money-text.ts'
import { supportText } from '#lib/values/text.ts'

type CodeLetter = {
  merchant: string
  name: string | null
  amount: number
  currency: string
  receipt: string | null
  brand: Brand
}

/** The email with the one-time password of a wallet. The password itself is inserted when it is sent. */
export function codeEmail(of: CodeLetter): { subject: string; text: string; html: string } {
  const amount = formatMoney(of.amount, of.currency)
  const greeting = of.name === null ? 'Hello,' : `Hello ${of.name},`
  const about = of.receipt === null ? amount : `${amount}, receipt ${of.receipt},`
  const sentence = `you are about to pay ${about} from your wallet at ${of.merchant}. To confirm, enter this OTP within 10 minutes:`
  const warning = `${of.merchant} never asks for it in any other way. If this was not you, ignore this email: without the OTP no one can see your wallet or pay from it.`
  const help = of.brand.support === null ? null : supportText(of.brand.support)
  const footer = help === null ? [warning] : [warning, help]
  const subject = `Your OTP for ${of.merchant}`.replace(/\s+/g, ' ')
  return {
    subject,
    text: `${greeting}\n\n${sentence}\n\n${CODE_PLACE}\n\n--\n${footer.join('\n')}\n`,
    html: emailHtml({
      title: subject,
      body: [
        ...logoImage(of.brand.logo),
        paragraph(of.merchant, 'soft'),
        paragraph(greeting),
        paragraph(sentence),
        paragraph(CODE_PLACE, 'code'),
        paragraph(footer.join('\n'), 'footer'),
      ],
    }),
  }
}

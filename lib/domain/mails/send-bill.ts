import { assertBillSendable } from '#lib/domain/bills/rules.ts'
import { button, emailHtml, paragraph } from '#lib/domain/mails/email-layout.ts'
import { logoImage } from '#lib/domain/mails/logo.ts'
import { SendBill, WrittenMail } from '#lib/domain/mails/schema.ts'
import { writeToPayer } from '#lib/domain/mails/write.ts'
import { findBrand } from '#lib/domain/merchants/find.ts'
import type { Brand } from '#lib/domain/merchants/schema.ts'
import { recordNotFound } from '#lib/domain/record.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { formatMoney } from '#lib/values/money-text.ts'
import { supportText } from '#lib/values/text.ts'

export const sendBill = defineOperation({
  name: 'send_bill',
  title: 'Send a bill by mail',
  summary: 'Writes a mail with the address of the public page of a bill and queues it.',
  permission: 'bills:write',
  http: null,
  input: SendBill,
  output: WrittenMail,
  async run(context, input) {
    const bill = await context.tables.bills.findUnique({
      where: { account_id_id: { account_id: context.account.id, id: input.id } },
    })
    if (!bill) throw recordNotFound('bill', input.id)
    assertBillSendable(bill)
    const recipient = input.email ?? bill.email
    if (recipient === null)
      throw refused('input_validation_failed', 'The bill has no email. Enter the recipient.', {
        field: 'email',
      })
    const content = billEmail({
      merchant: context.account.merchant_name,
      brand: await findBrand(context),
      number: bill.receipt_number,
      name: bill.customer_name,
      amount: Number(bill.amount),
      currency: bill.currency,
      url: `${context.baseUrl}/bill/${bill.token}`,
    })
    const mail = await writeToPayer(context, { kind: 'bill', object_id: bill.id, recipient, ...content })
    // Not locked before: the account, whose emails are counted, comes before its bills.
    const { count } = await context.tables.bills.updateMany({
      where: { account_id: context.account.id, id: bill.id, status: bill.status },
      data: { delivery_status: 'queued' },
    })
    if (count === 0) throw refused('bill_deleted')
    context.note({ bill_id: bill.id, recipient })
    return { ...mail, sends: context.mailer !== null }
  },
})

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

import { assertBillSendable } from '#lib/domain/bills/rules.ts'
import { billEmail } from '#lib/domain/mails/bill-email.ts'
import { SendBill, WrittenMail } from '#lib/domain/mails/schema.ts'
import { writeToPayer } from '#lib/domain/mails/write.ts'
import { findBrand } from '#lib/domain/merchants/find.ts'
import { recordNotFound } from '#lib/domain/record.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

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

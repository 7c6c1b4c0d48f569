import { billEntity, findBill } from '#lib/domain/bills/find.ts'
import { assertBillSendable } from '#lib/domain/bills/rules.ts'
import { BillDetails, FetchBill } from '#lib/domain/bills/schema.ts'
import { issuerOf } from '#lib/domain/bills/seller.ts'
import { ruleErrorOf } from '#lib/pipeline/errors.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const getBillDetails = defineOperation({
  name: 'get_bill_details',
  title: 'Get the details of a bill',
  summary:
    'Returns one bill for its page: with the seller, who made it, the customer that it belongs to, and the mails that brought it.',
  permission: 'bills:read',
  http: null,
  effect: 'read',
  input: FetchBill,
  output: BillDetails,
  async run(context, { bill_id }) {
    const row = await findBill(context, bill_id)
    const account_id = context.account.id
    const mails = await context.tables.mails.findMany({
      where: { account_id, object_id: bill_id },
      orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
      take: 20,
    })
    const { customer_id, customer_name, email, contact, tax_amount, lines } = row
    const { delivery_status, created_by, deleted_at } = row
    return {
      bill: billEntity(context, row),
      seller: await issuerOf(context, row),
      customer_id,
      customer_name,
      email,
      contact,
      tax_amount,
      lines,
      delivery_status,
      mails,
      created_by,
      deleted_at,
      send_error: ruleErrorOf(() => assertBillSendable(row)),
    }
  },
})

import { findBrand } from '#lib/domain/merchants/find.ts'
import { findRefund } from '#lib/domain/refunds/find.ts'
import { FetchRefund, RefundForCustomer } from '#lib/domain/refunds/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { maskedVpa } from '#lib/values/contact.ts'
import { refundDue } from '#lib/values/working-days.ts'

export const fetchRefundForCustomer = defineOperation({
  name: 'fetch_refund_for_customer',
  title: 'Fetch a refund for its customer',
  summary:
    'Returns what the public page of a refund shows: amount, status, expected date and the references of the bank.',
  permission: 'refunds:read',
  http: null,
  effect: 'read',
  input: FetchRefund,
  output: RefundForCustomer,
  async run(context, input) {
    const { account, now } = context
    const refund = await findRefund(context, input.id)
    const payment = await context.tables.payments.findUniqueOrThrow({
      where: { account_id_id: { account_id: account.id, id: refund.payment_id } },
    })
    const order = await context.tables.orders.findFirst({
      where: { account_id: account.id, id: payment.order_id ?? '' },
      select: { receipt: true },
    })
    const card = await context.tables.cards.findFirst({
      where: { account_id: account.id, id: payment.card_id ?? '' },
      select: { network: true, last4: true },
    })
    const due = refundDue(Number(refund.created_at))
    return {
      ...refund,
      merchant_name: account.merchant_name,
      support: (await findBrand(context)).support,
      mode: account.mode,
      due: refund.status === 'pending' ? due : null,
      overdue: refund.status === 'pending' && now > due,
      payment: {
        ...payment,
        vpa: payment.vpa === null ? null : maskedVpa(payment.vpa),
        receipt: order?.receipt ?? null,
        ...(card ? { card } : {}),
      },
    }
  },
})

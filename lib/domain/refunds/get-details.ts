import { findRefund } from '#lib/domain/refunds/find.ts'
import { refundLink } from '#lib/domain/refunds/link.ts'
import { FetchRefund, RefundDetails } from '#lib/domain/refunds/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const getRefundDetails = defineOperation({
  name: 'get_refund_details',
  title: 'Get the details of a refund',
  summary: 'Returns one refund for its page, with its requester, failure and payment.',
  permission: 'refunds:read',
  http: null,
  effect: 'read',
  input: FetchRefund,
  output: RefundDetails,
  async run(context, input) {
    const account_id = context.account.id
    const refund = await findRefund(context, input.id)
    const payment = await context.tables.payments.findUniqueOrThrow({
      where: { account_id_id: { account_id, id: refund.payment_id } },
    })
    const order = await context.tables.orders.findFirst({
      where: { account_id, id: payment.order_id ?? '' },
      select: { receipt: true },
    })
    const card = await context.tables.cards.findFirst({
      where: { account_id, id: payment.card_id ?? '' },
      select: { network: true },
    })
    return {
      ...refund,
      link: await refundLink(context, refund.id),
      payment: { ...payment, receipt: order?.receipt ?? null, network: card?.network ?? null },
    }
  },
})

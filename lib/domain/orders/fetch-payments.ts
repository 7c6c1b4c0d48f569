import { equal } from '#lib/domain/conditions.ts'
import { ENTITIES } from '#lib/domain/entities.ts'
import { findOrder } from '#lib/domain/orders/find.ts'
import { FetchOrderPayments } from '#lib/domain/orders/schema.ts'
import { listEntities, pageOf } from '#lib/domain/page.ts'
import { PAYMENT_COLUMNS } from '#lib/domain/payments/fetch-all.ts'
import { type PaymentRow, withCards } from '#lib/domain/payments/find.ts'
import { Payment } from '#lib/domain/payments/schema.ts'
import { Collection, collection } from '#lib/filters/page.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const fetchOrderPayments = defineOperation({
  name: 'fetch_order_payments',
  title: 'Fetch the payments of an order',
  summary: 'Lists the payment attempts of an order, newest first.',
  permission: 'payments:read',
  http: 'GET /v1/orders/:id/payments',
  scope: 'read_only',
  coveredBy: 'fetch_all_payments',
  columns: PAYMENT_COLUMNS,
  input: FetchOrderPayments,
  output: Collection(Payment),
  async run(context, input) {
    const order = await findOrder(context, input.id)
    const where = equal('order_id', order.id)
    if (input.expand.length === 0) return listEntities(context, ENTITIES.payment, where, input)
    return collection(await withCards(context, await pageOf<PaymentRow>(context, 'payments', where, input)))
  },
})

import { findOrder } from '#lib/domain/orders/find.ts'
import { FetchOrderPayments } from '#lib/domain/orders/schema.ts'
import { paymentsOfOrders } from '#lib/domain/payments/find.ts'
import { Payment } from '#lib/domain/payments/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { Collection, collection } from '#lib/values/page.ts'

export const fetchOrderPayments = defineOperation({
  name: 'fetch_order_payments',
  title: 'Fetch the payments of an order',
  summary: 'Lists all payment attempts of an order, newest first.',
  permission: 'payments:read',
  http: 'GET /v1/orders/:id/payments',
  scope: 'read_only',
  input: FetchOrderPayments,
  output: Collection(Payment),
  async run(context, input) {
    const order = await findOrder(context, input.id)
    const payments = await paymentsOfOrders(context, [order.id], input.expand.includes('card'))
    return collection(payments.get(order.id) ?? [])
  },
})

import { findPayment, withCards } from '#lib/domain/payments/find.ts'
import { FetchPayment, Payment } from '#lib/domain/payments/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const fetchPayment = defineOperation({
  name: 'fetch_payment',
  title: 'Fetch a payment',
  summary: 'Returns one payment. expand[]=card includes its card.',
  permission: 'payments:read',
  http: 'GET /v1/payments/:id',
  scope: 'read_only',
  input: FetchPayment,
  output: Payment,
  async run(context, input) {
    const payment = await findPayment(context, input.id)
    if (!input.expand.includes('card')) return payment
    const [expanded] = await withCards(context, [payment])
    return expanded
  },
})

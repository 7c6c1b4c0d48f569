import { ENTITIES } from '#lib/domain/entities.ts'
import { findEntity } from '#lib/domain/entity.ts'
import { ExpandedPayment, expandPayments } from '#lib/domain/payments/expanded.ts'
import { existingPayment, findPayment } from '#lib/domain/payments/find.ts'
import { FetchPayment } from '#lib/domain/payments/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const fetchPayment = defineOperation({
  name: 'fetch_payment',
  title: 'Fetch a payment',
  summary: 'Returns one payment. expand[] includes related objects, such as its card.',
  permission: 'payments:read',
  http: 'GET /v1/payments/:id',
  scope: 'read_only',
  input: FetchPayment,
  output: ExpandedPayment,
  async run(context, input) {
    if (input.expand.length === 0)
      return existingPayment(await findEntity(context, ENTITIES.payment, input.id), input.id)
    const payment = await findPayment(context, input.id)
    const [expanded] = await expandPayments(context, [payment], input.expand)
    return expanded
  },
})

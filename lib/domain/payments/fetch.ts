import { ENTITIES } from '#lib/domain/entities.ts'
import { findEntity } from '#lib/domain/entity.ts'
import { existing, findPayment, withCards } from '#lib/domain/payments/find.ts'
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
    if (input.expand.length === 0)
      return existing(await findEntity(context, ENTITIES.payment, input.id), input.id)
    const payment = await findPayment(context, input.id)
    const [expanded] = await withCards(context, [payment])
    return expanded
  },
})

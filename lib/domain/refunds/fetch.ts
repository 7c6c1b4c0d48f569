import { ENTITIES } from '#lib/domain/entities.ts'
import { findEntity } from '#lib/domain/entity.ts'
import { findPayment } from '#lib/domain/payments/find.ts'
import { FetchPaymentRefund } from '#lib/domain/payments/schema.ts'
import { existingRefund, findRefund } from '#lib/domain/refunds/find.ts'
import { FetchRefund, Refund } from '#lib/domain/refunds/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const fetchRefund = defineOperation({
  name: 'fetch_refund',
  title: 'Fetch a refund',
  summary: 'Returns one refund.',
  permission: 'refunds:read',
  http: 'GET /v1/refunds/:id',
  scope: 'read_only',
  input: FetchRefund,
  output: Refund,
  run: async (context, input) =>
    existingRefund(await findEntity(context, ENTITIES.refund, input.id), input.id),
})

export const fetchPaymentRefund = defineOperation({
  name: 'fetch_specific_refund_for_payment',
  title: 'Fetch a refund of a payment',
  summary: 'Returns one refund of one payment.',
  permission: 'refunds:read',
  http: 'GET /v1/payments/:id/refunds/:refund_id',
  scope: 'read_only',
  coveredBy: 'fetch_refund',
  input: FetchPaymentRefund,
  output: Refund,
  async run(context, input) {
    const payment = await findPayment(context, input.id)
    return findRefund(context, input.refund_id, payment.id)
  },
})

import { bound, equal } from '#lib/domain/conditions.ts'
import { ENTITIES } from '#lib/domain/entities.ts'
import { listEntities, pageOf } from '#lib/domain/page.ts'
import { ExpandedPayment, expandPayments } from '#lib/domain/payments/expanded.ts'
import type { PaymentRow } from '#lib/domain/payments/find.ts'
import { FetchAllPayments } from '#lib/domain/payments/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { Collection, collection } from '#lib/values/page.ts'
import { e164 } from '#lib/values/phone.ts'

export const fetchAllPayments = defineOperation({
  name: 'fetch_all_payments',
  title: 'Fetch all payments',
  summary: 'Lists payments, newest first. Filter by time, status, method, payer, order or amount.',
  permission: 'payments:read',
  http: 'GET /v1/payments',
  scope: 'read_only',
  input: FetchAllPayments,
  output: Collection(ExpandedPayment),
  async run(context, input) {
    const { status, method, email, contact, order_id, customer_id, amount } = input
    const where = [
      ...equal('status', status),
      ...equal('method', method),
      ...equal('email', email),
      ...equal('contact', contact && e164(contact, context.account.country)),
      ...equal('order_id', order_id),
      ...equal('customer_id', customer_id),
      ...bound('amount', '>=', amount?.gte),
      ...bound('amount', '<=', amount?.lte),
    ]
    if (input.expand.length === 0) return listEntities(context, ENTITIES.payment, where, input)
    const found = await pageOf<PaymentRow>(context, 'payments', where, input)
    return collection(await expandPayments(context, found, input.expand))
  },
})

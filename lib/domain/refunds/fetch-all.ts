import { equal } from '#lib/domain/conditions.ts'
import { ENTITIES } from '#lib/domain/entities.ts'
import { conditionsOfText } from '#lib/domain/filter-text.ts'
import { listEntities } from '#lib/domain/page.ts'
import { findPayment } from '#lib/domain/payments/find.ts'
import { FetchPaymentRefunds } from '#lib/domain/payments/schema.ts'
import { REFUND_FILTERS } from '#lib/domain/refunds/filters.ts'
import { FetchAllRefunds, Refund } from '#lib/domain/refunds/schema.ts'
import { Collection } from '#lib/filters/page.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

const TEXT = { noun: 'refund', filters: REFUND_FILTERS }

const COLUMNS = ['id', 'payment_id', 'amount', 'currency', 'status', 'created_at']

export const fetchAllRefunds = defineOperation({
  name: 'fetch_all_refunds',
  title: 'Fetch all refunds',
  summary: 'Lists refunds, newest first. Filter by time, status or payment.',
  permission: 'refunds:read',
  http: 'GET /v1/refunds',
  scope: 'read_only',
  columns: COLUMNS,
  input: FetchAllRefunds,
  output: Collection(Refund),
  async run(context, input) {
    const where = [
      ...equal('status', input.status),
      ...equal('payment_id', input.payment_id),
      ...(await conditionsOfText(context, TEXT, input.query)),
    ]
    return listEntities(context, ENTITIES.refund, where, input)
  },
})

export const fetchPaymentRefunds = defineOperation({
  name: 'fetch_multiple_refunds_for_payment',
  title: 'Fetch the refunds of a payment',
  summary: 'Lists the refunds of one payment, newest first.',
  permission: 'refunds:read',
  http: 'GET /v1/payments/:id/refunds',
  scope: 'read_only',
  coveredBy: 'fetch_all_refunds',
  columns: COLUMNS,
  input: FetchPaymentRefunds,
  output: Collection(Refund),
  async run(context, input) {
    const payment = await findPayment(context, input.id)
    const where = equal('payment_id', payment.id)
    return listEntities(context, ENTITIES.refund, where, input)
  },
})

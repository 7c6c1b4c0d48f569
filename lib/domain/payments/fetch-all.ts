import { bound, type Condition, equal, equalInAnyCase } from '#lib/database/conditions.ts'
import { ENTITIES } from '#lib/domain/entities.ts'
import { conditionsOfText } from '#lib/domain/filter-text.ts'
import { listEntities, pageOf } from '#lib/domain/page.ts'
import { withContact } from '#lib/domain/payments/contact-conditions.ts'
import { ExpandedPayment, expandPayments } from '#lib/domain/payments/expanded.ts'
import { PAYMENT_FILTERS } from '#lib/domain/payments/filters.ts'
import type { PaymentRow } from '#lib/domain/payments/find.ts'
import { FetchAllPayments } from '#lib/domain/payments/schema.ts'
import { Collection, collection } from '#lib/filters/page.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { idsBetween } from '#lib/values/id.ts'
import { e164 } from '#lib/values/phone.ts'
import { DAY } from '#lib/values/time.ts'

const TEXT = {
  noun: 'payment',
  filters: PAYMENT_FILTERS,
  search: { table: 'payments', by: 'email, phone number, amount or reference', amounts: true as const },
}

/** The properties of a payment in a page of a tool. */
export const PAYMENT_COLUMNS = [
  'id',
  'amount',
  'currency',
  'status',
  'method',
  'email',
  'order_id',
  'amount_refunded',
  'error_reason',
  'authorized_until',
  'captured_at',
  'created_at',
]

export const fetchAllPayments = defineOperation({
  name: 'fetch_all_payments',
  title: 'Fetch all payments',
  summary:
    'Lists payments, newest first. Filter by time of creation, capture or expiry, status, method, payer, order or amount.',
  permission: 'payments:read',
  http: 'GET /v1/payments',
  scope: 'read_only',
  columns: PAYMENT_COLUMNS,
  input: FetchAllPayments,
  output: Collection(ExpandedPayment),
  async run(context, input) {
    const { status, method, email, contact, order_id, customer_id, amount } = input
    const where = [
      ...equal('status', status),
      ...equal('method', method),
      ...equalInAnyCase('email', email),
      ...(contact === undefined ? [] : withContact(e164(contact, context.account.country))),
      ...equal('order_id', order_id),
      ...equal('customer_id', customer_id),
      ...bound('amount', '>=', amount?.gte),
      ...bound('amount', '<=', amount?.lte),
      ...capturedIn(input, context),
      ...expiringIn(input),
      ...(await conditionsOfText(context, TEXT, input.query)),
    ]
    if (input.expand.length === 0) return listEntities(context, ENTITIES.payment, where, input)
    const found = await pageOf<PaymentRow>(context, 'payments', where, input)
    return collection(await expandPayments(context, found, input.expand))
  },
})

/**
 * Captures of a short period are found as movements of the ledger, by the time in their IDs: another index would slow every
 * capture. Of a long period most payments are captured ones, so that reading them in order is quicker.
 */
function capturedIn(
  { captured_from, captured_to }: { captured_from?: number | undefined; captured_to?: number | undefined },
  { now }: Context,
): Condition[] {
  if (captured_from === undefined && captured_to === undefined) return []
  const to = Math.min(captured_to ?? now, now)
  const bounds = [
    ...bound('captured_at', '>=', captured_from ?? 0),
    ...bound('captured_at', '<=', to),
    ...bound('created_at', '<=', to),
  ]
  if (captured_from === undefined || to - captured_from > SHORT) return bounds
  const { from, end } = idsBetween('ledger_transaction', captured_from, to)
  return [
    {
      sql: `id = ANY (ARRAY(SELECT movement.payment_id COLLATE "C" FROM ledger_transactions movement
              WHERE movement.account_id = payments.account_id AND movement.kind = 'capture'
                AND movement.id >= ? AND movement.id < ?))`,
      values: [from, end],
    },
    ...bounds,
  ]
}
const SHORT = 31 * DAY

/** A constant status, from which PostgreSQL sees that the index of the deadlines serves. */
function expiringIn(input: {
  authorized_until_from?: number | undefined
  authorized_until_to?: number | undefined
}): Condition[] {
  const { authorized_until_from: from, authorized_until_to: to } = input
  if (from === undefined && to === undefined) return []
  return [
    { sql: "status = 'authorized'", values: [] },
    ...bound('capture_by', '>=', from),
    ...bound('capture_by', '<=', to),
  ]
}

import { z } from 'zod'
import { bound, type Condition, equal, equalInAnyCase, missing } from '#lib/domain/conditions.ts'
import {
  amounts,
  created,
  equals,
  filter,
  flagCondition,
  notesCondition,
  oneOfCondition,
  textCondition,
} from '#lib/domain/filters.ts'
import { ofReceipt, searchedIn, withBankReference } from '#lib/domain/lookups.ts'
import { withTypedContact } from '#lib/domain/payments/contact-conditions.ts'
import { PaymentMethod, PaymentStatus } from '#lib/domain/payments/schema.ts'
import type { Context } from '#lib/pipeline/operation.ts'
import { Id } from '#lib/values/id.ts'
import { DAY } from '#lib/values/time.ts'

/** The filters of the list of payments, which batches select payments by, too. */
export const PAYMENT_FILTERS = {
  status: oneOfCondition('status', PaymentStatus),
  method: oneOfCondition('method', PaymentMethod),
  ...created,
  ...amounts(),
  email: filter(textCondition(64), (email) => equalInAnyCase('email', email)),
  contact: filter(textCondition(20), withTypedContact),
  customer: equals('customer_id', Id('customer')),
  last4: equals('last4', textCondition(4)),
  /** An order ID or a receipt. */
  order: filter(textCondition(40), ofOrder),
  reference: filter(textCondition(40), withBankReference),
  error: equals('error_reason', textCondition(60)),
  refunded: filter(z.enum(['none', 'partial', 'full', 'any']), refunded),
  /** Captured, whether or not it was refunded since. */
  captured: equals('captured', z.boolean()),
  /** Authorized, and expiring within a day. */
  lapsing: flagCondition(lapsing),
  ...notesCondition,
  /** The text of the search box. */
  q: filter(textCondition(100), (q, context) => searchedIn('payment', q, context)),
}

function ofOrder(order: string, context: Context): Condition[] {
  return order.startsWith('order_') ? equal('order_id', order) : [ofReceipt(order, context)]
}

function refunded(state: 'none' | 'partial' | 'full' | 'any'): Condition[] {
  if (state === 'none') return missing('refund_status')
  if (state === 'any') return [{ sql: 'refund_status IS NOT NULL', values: [] }]
  return equal('refund_status', state)
}

function lapsing({ now }: Context): Condition[] {
  return [
    ...equal('status', 'authorized'),
    ...bound('capture_by', '>=', now),
    ...bound('capture_by', '<=', now + DAY),
  ]
}

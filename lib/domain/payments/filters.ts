import { z } from 'zod'
import {
  anyOf,
  bankReference,
  bound,
  type Condition,
  equal,
  equalInAnyCase,
  missing,
  prefix,
} from '#lib/domain/conditions.ts'
import { amounts, created, equals, filter, flag, notes, oneOf, text } from '#lib/domain/filters.ts'
import { withContactEnd, withTypedContact } from '#lib/domain/payments/contact-conditions.ts'
import { PaymentMethod, PaymentStatus } from '#lib/domain/payments/schema.ts'
import type { Context } from '#lib/pipeline/operation.ts'
import { Id } from '#lib/values/id.ts'
import { parseMoney } from '#lib/values/money-text.ts'
import { DAY } from '#lib/values/time.ts'

/** The filters of the list of payments, which batches select payments by, too. */
export const PAYMENT_FILTERS = {
  status: oneOf('status', PaymentStatus),
  method: oneOf('method', PaymentMethod),
  ...created,
  ...amounts(),
  email: filter(text(64), (email) => equalInAnyCase('email', email)),
  contact: filter(text(20), withTypedContact),
  customer: equals('customer_id', Id('customer')),
  last4: equals('last4', text(4)),
  /** An order ID or a receipt. */
  order: filter(text(40), ofOrder),
  reference: filter(text(40), quoted),
  error: equals('error_reason', text(60)),
  refunded: filter(z.enum(['none', 'partial', 'full', 'any']), refunded),
  /** Captured, whether or not it was refunded since. */
  captured: equals('captured', z.boolean()),
  /** Authorized, and expiring within a day. */
  lapsing: flag(lapsing),
  ...notes,
  /** The text of the search box. */
  q: filter(text(100), searched),
}

function ofOrder(order: string, { account }: Context): Condition[] {
  if (order.startsWith('order_')) return equal('order_id', order)
  return [
    {
      // As an array, so that the orders are looked up first; in the collation of the index by order.
      sql: 'order_id = ANY (ARRAY(SELECT orders.id COLLATE "default" FROM orders WHERE orders.account_id = ? AND lower(orders.receipt) = lower(?)))',
      values: [account.id, order],
    },
  ]
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

function quoted(reference: string): Condition[] {
  return bankReference(['rrn', 'arn', 'auth_code', 'utr'], reference)
}

/** The search box: an email, a phone number or its last digits, an amount, a bank reference, or a receipt. */
function searched(q: string, context: Context): Condition[] {
  const { account } = context
  if (q.startsWith('pay_')) return equal('id', q)
  if (q.startsWith('order_')) return equal('order_id', q)
  if (q.startsWith('cust_')) return equal('customer_id', q)
  if (q.includes('@')) return prefix('lower(email)', q.toLowerCase())
  if (/^\+?\d[\d\s-]{7,}$/.test(q)) return anyOf([...withTypedContact(q), ...quoted(q.replace(/\D/g, ''))])
  const amount = parseMoney(q, account.currency)
  if (amount !== null) return anyOf([...equal('amount', amount), ...equal('last4', q), ...withContactEnd(q)])
  return ofOrder(q, context)
}

import { z } from 'zod'
import { bound, type Condition, equal, equalInAnyCase, missing } from '#lib/database/conditions.ts'
import {
  amount,
  choice,
  chosen,
  equals,
  flag,
  notes,
  oneOf,
  period,
  several,
  text,
  value,
} from '#lib/domain/filters.ts'
import { ofReceipt, searchedIn, withBankReference, withEnding } from '#lib/domain/lookups.ts'
import { withTypedContact } from '#lib/domain/payments/contact-conditions.ts'
import { FAILURE_MESSAGES } from '#lib/domain/payments/schema/failure-messages.ts'
import { METHOD_LABELS, PAYMENT_METHODS, PAYMENT_STATUSES } from '#lib/domain/payments/schema.ts'
import { flag as flagText, shortText } from '#lib/filters/param-schemas.ts'
import type { Context } from '#lib/pipeline/operation.ts'
import { Id } from '#lib/values/id.ts'
import { DAY } from '#lib/values/time.ts'

const Last4 = z.string().regex(/^\d{4}$/, 'Enter the last 4 digits of the card number.')
const Ending = z
  .string()
  .regex(/^\d{3,12}$/, 'Enter the last 3 to 12 digits of a phone number, card or bank reference.')
const FAILURES = Object.fromEntries(
  Object.entries(FAILURE_MESSAGES).map(([reason, { short }]) => [reason, short]),
)

/** The filters of the list of payments, which batches select payments by, too. */
export const PAYMENT_FILTERS = [
  several('status', PAYMENT_STATUSES, { label: 'Status', as: 'boxes', where: oneOf('status') }),
  period(),
  amount(),
  several('method', PAYMENT_METHODS, {
    label: 'Method',
    as: 'boxes',
    words: METHOD_LABELS,
    where: oneOf('method'),
  }),
  text('email', 64, {
    label: 'Email',
    placeholder: 'asha@example.com',
    inputMode: 'email',
    where: (email) => equalInAnyCase('email', email),
  }),
  text('contact', 20, {
    label: 'Phone',
    placeholder: '98765 43210 or 3210',
    inputMode: 'tel',
    also: ['phone'],
    where: withTypedContact,
  }),
  value('customer', Id('customer'), {
    label: 'Customer',
    placeholder: 'cust_…',
    maxLength: 19,
    where: equals('customer_id'),
  }),
  value('ending', Ending, {
    label: 'Ending in',
    placeholder: '210',
    inputMode: 'numeric',
    maxLength: 12,
    where: withEnding,
  }),
  value('last4', Last4, {
    label: 'Card ending',
    placeholder: '1007',
    inputMode: 'numeric',
    maxLength: 4,
    where: equals('last4'),
  }),
  text('order', 40, {
    label: 'Order or receipt',
    placeholder: 'KS-20418 or order_…',
    also: ['receipt'],
    where: ofOrder,
  }),
  text('reference', 40, {
    label: 'Bank reference',
    placeholder: 'RRN, ARN, UTR or auth code',
    where: withBankReference,
  }),
  choice('refunded', ['none', 'partial', 'full', 'any'], {
    label: 'Refunded',
    words: { none: 'not refunded', partial: 'partially', full: 'in full', any: 'partially or in full' },
    where: refunded,
  }),
  chosen('error', shortText(60, 'Failure'), {
    label: 'Failure',
    words: FAILURES,
    where: equals('error_reason'),
  }),
  chosen('captured', z.boolean(), {
    read: flagText,
    label: 'Captured',
    words: { 1: 'including refunded' },
    where: equals('captured'),
  }),
  flag('lapsing', { label: 'Authorization expires', word: 'within 24 hours', where: lapsing }),
  notes(),
  text('q', 100, {
    label: 'Search',
    placeholder: 'Email, phone, amount, reference',
    where: (q, context) => searchedIn('payment', q, context),
  }),
]

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

import { BUSINESS_CATEGORIES, RECEIPT_TYPES } from '#lib/domain/bills/schema/body.ts'
import { BILL_TYPE_LABELS, CATEGORY_LABELS, SENT_LABELS } from '#lib/domain/bills/schema/labels.ts'
import { BILL_STATUSES, DELIVERY_STATUSES } from '#lib/domain/bills/schema.ts'
import { amount, choice, equals, oneOf, period, several, text, value } from '#lib/domain/filters.ts'
import { searchedIn } from '#lib/domain/lookups.ts'
import { Id } from '#lib/values/id.ts'

export const BILL_FILTERS = [
  /** The beginning of a number, or a complete store, phone number or email. */
  text('q', 64, {
    label: 'Search',
    placeholder: 'Number, store, phone or email',
    where: (q, context) => searchedIn('bill', q, context),
  }),
  several('status', BILL_STATUSES, { label: 'Status', as: 'tab', where: oneOf('status') }),
  period(),
  amount(),
  several('type', RECEIPT_TYPES, {
    label: 'Type',
    as: 'choice',
    words: BILL_TYPE_LABELS,
    where: oneOf('receipt_type'),
  }),
  several('category', BUSINESS_CATEGORIES, {
    label: 'Business',
    as: 'choice',
    words: CATEGORY_LABELS,
    where: oneOf('business_category'),
  }),
  text('store', 64, { label: 'Store', placeholder: 'MYS-2', where: equals('store_code') }),
  choice('delivery', DELIVERY_STATUSES, {
    label: 'Mail',
    words: SENT_LABELS,
    where: equals('delivery_status'),
  }),
  value('customer', Id('customer'), { where: equals('customer_id') }),
]

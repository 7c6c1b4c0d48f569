import { z } from 'zod'
import { BUSINESS_CATEGORIES, RECEIPT_TYPES } from '#lib/domain/bills/schema/body.ts'
import { BillStatus, DELIVERY_STATUSES } from '#lib/domain/bills/schema.ts'
import { anyOf, type Condition, equal, prefixInAnyCase } from '#lib/domain/conditions.ts'
import { amounts, created, equals, filter, oneOf, text } from '#lib/domain/filters.ts'
import type { Context } from '#lib/pipeline/operation.ts'
import { Id } from '#lib/values/id.ts'
import { e164 } from '#lib/values/phone.ts'

/** The filters of the list of bills. */
export const BILL_FILTERS = {
  /** The beginning of a number, or a complete store, phone number or email. */
  q: filter(text(64), searched),
  type: oneOf('receipt_type', z.enum(RECEIPT_TYPES)),
  status: oneOf('status', BillStatus),
  category: oneOf('business_category', z.enum(BUSINESS_CATEGORIES)),
  store: equals('store_code', text(64)),
  customer: equals('customer_id', Id('customer')),
  delivery: equals('delivery_status', z.enum(DELIVERY_STATUSES)),
  ...created,
  ...amounts(),
}

/** A search text can be any of these, and each has an index. */
function searched(q: string, context: Context): Condition[] {
  if (q.includes('@')) return equal('email', q.toLowerCase())
  const isPhone = /^\+?[\d\s()-]{8,20}$/.test(q)
  return anyOf([
    ...prefixInAnyCase('receipt_number', q),
    ...equal('store_code', q),
    ...(isPhone ? equal('contact', e164(q, context.account.country)) : []),
  ])
}

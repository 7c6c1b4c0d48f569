import { z } from 'zod'
import { BUSINESS_CATEGORIES, RECEIPT_TYPES } from '#lib/domain/bills/schema/body.ts'
import { BillStatus, DELIVERY_STATUSES } from '#lib/domain/bills/schema.ts'
import { amounts, created, equals, filter, oneOfCondition, textCondition } from '#lib/domain/filters.ts'
import { searchedIn } from '#lib/domain/lookups.ts'
import { Id } from '#lib/values/id.ts'

export const BILL_FILTERS = {
  /** The beginning of a number, or a complete store, phone number or email. */
  q: filter(textCondition(64), (q, context) => searchedIn('bill', q, context)),
  type: oneOfCondition('receipt_type', z.enum(RECEIPT_TYPES)),
  status: oneOfCondition('status', BillStatus),
  category: oneOfCondition('business_category', z.enum(BUSINESS_CATEGORIES)),
  store: equals('store_code', textCondition(64)),
  customer: equals('customer_id', Id('customer')),
  delivery: equals('delivery_status', z.enum(DELIVERY_STATUSES)),
  ...created,
  ...amounts(),
}

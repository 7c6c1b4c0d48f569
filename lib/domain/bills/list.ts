import { z } from 'zod'
import { BUSINESS_CATEGORIES, RECEIPT_TYPES } from '#lib/domain/bills/schema/body.ts'
import { BILL_STATUSES, BillStatus, ListedBill } from '#lib/domain/bills/schema.ts'
import { BILL_SUMS } from '#lib/domain/bills/totals.ts'
import { anyOf, type Condition, equal, prefixInAnyCase } from '#lib/domain/conditions.ts'
import { amounts, created, equals, filter, oneOf, text } from '#lib/domain/filters.ts'
import { defineList } from '#lib/domain/list.ts'
import type { Context } from '#lib/pipeline/operation.ts'
import { e164 } from '#lib/values/phone.ts'

export const { list: listBillsForDashboard, export: exportBills } = defineList({
  noun: 'bills',
  permission: 'bills:read',
  item: ListedBill,
  filters: {
    /** The beginning of a number, or a complete store, phone number or email. */
    q: filter(text(64), searched),
    type: oneOf('receipt_type', z.enum(RECEIPT_TYPES)),
    status: oneOf('status', BillStatus),
    category: oneOf('business_category', z.enum(BUSINESS_CATEGORIES)),
    store: equals('store_code', text(64)),
    customer: equals('customer_id', text(40)),
    delivery: equals('delivery_status', text(20)),
    ...created,
    ...amounts(),
  },
  tab: ['status'],
  tabs: Object.fromEntries(BILL_STATUSES.map((status) => [status, equal('status', status)])),
  sums: BILL_SUMS,
})

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

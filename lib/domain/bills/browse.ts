import { z } from 'zod'
import { BUSINESS_CATEGORIES, RECEIPT_TYPES } from '#lib/domain/bills/schema/body.ts'
import { BILL_STATUSES, BillStatus, ListedBill } from '#lib/domain/bills/schema.ts'
import { BILL_SUMS } from '#lib/domain/bills/totals.ts'
import {
  among,
  anyOf,
  bound,
  browsePage,
  type Condition,
  equal,
  type List,
  PAGE,
  PAGED,
  prefix,
} from '#lib/domain/browse.ts'
import type { bills } from '#lib/generated/prisma/client.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { e164 } from '#lib/values/phone.ts'

/** What the list of bills and its export can be narrowed by. */
export const BillFilters = z.strictObject({
  /** The beginning of a number, or all of a store, a phone number or an e-mail address. */
  q: z.string().trim().max(64).optional(),
  type: z.array(z.enum(RECEIPT_TYPES)).optional(),
  status: z.array(BillStatus).optional(),
  category: z.array(z.enum(BUSINESS_CATEGORIES)).optional(),
  store: z.string().trim().max(64).optional(),
  customer: z.string().trim().max(40).optional(),
  delivery: z.string().trim().max(20).optional(),
  from: z.int().optional(),
  to: z.int().optional(),
  min: z.int().min(0).optional(),
  max: z.int().min(0).optional(),
})
export type BillFilters = z.output<typeof BillFilters>

export const BrowseBills = BillFilters.extend(PAGE)

export const browseBills = defineOperation({
  name: 'browse_bills',
  title: 'Browse bills',
  summary:
    'One page of bills for the dashboard, with the exact count of what the filter finds, how much of it is billed in each currency, and the count of each status.',
  permission: 'bills:read',
  http: null,
  effect: 'read',
  input: BrowseBills,
  output: z.object({
    items: z.array(ListedBill),
    ...PAGED,
  }),
  async run(context, { status, ...filters }) {
    const filtered = { others: conditionsOf(context, filters), tab: among('status', status) }
    const { rows, paged } = await browsePage<bills>(context, LIST, filtered, filters)
    return { items: rows, ...paged }
  },
})

const LIST: List = {
  table: 'bills',
  sums: BILL_SUMS,
  tabs: Object.fromEntries(BILL_STATUSES.map((status) => [status, equal('status', status)])),
}

/** The filters as conditions of the query. */
export function conditionsOf(context: Context, input: BillFilters): Condition[] {
  return [
    ...searched(context, input.q),
    ...among('receipt_type', input.type),
    ...among('status', input.status),
    ...among('business_category', input.category),
    ...equal('store_code', input.store),
    ...equal('customer_id', input.customer),
    ...equal('delivery_status', input.delivery),
    ...bound('created_at', '>=', input.from),
    ...bound('created_at', '<=', input.to),
    ...bound('amount', '>=', input.min),
    ...bound('amount', '<=', input.max),
  ]
}

/** Whatever was typed: each way to read it has an index. */
function searched(context: Context, q: string | undefined): Condition[] {
  if (!q) return []
  if (q.includes('@')) return equal('email', q.toLowerCase())
  const isPhone = /^\+?[\d\s()-]{8,20}$/.test(q)
  return anyOf([
    ...prefix('receipt_number', q),
    // Numbers are mostly in capitals, and mostly typed without.
    ...(q === q.toUpperCase() ? [] : prefix('receipt_number', q.toUpperCase())),
    ...equal('store_code', q),
    ...(isPhone ? equal('contact', e164(q, context.account.country)) : []),
  ])
}

import { z } from 'zod'
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
import { aboutCustomers } from '#lib/domain/customers/about.ts'
import { inRegion } from '#lib/domain/customers/rules.ts'
import { ListedCustomer } from '#lib/domain/customers/schema.ts'
import type { customers } from '#lib/generated/prisma/client.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { phoneCandidates } from '#lib/values/phone.ts'

/** What the list of customers and its export can be narrowed by. */
export const CustomerFilters = z.strictObject({
  /** An id, an e-mail or its beginning, a phone number with or without its country code, or how a name begins. */
  q: z.string().trim().max(100).optional(),
  /** The country of the phone number, as two letters. */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'A country must be two capital letters, such as IN.')
    .optional(),
  /** Whether any payment is linked to them. */
  paying: z.boolean().optional(),
  from: z.int().optional(),
  to: z.int().optional(),
})
export type CustomerFilters = z.output<typeof CustomerFilters>

export const browseCustomers = defineOperation({
  name: 'browse_customers',
  title: 'Browse customers',
  summary:
    'One page of customers for the dashboard, with the exact count of what the filter finds, and of those with and without payments.',
  permission: 'customers:read',
  http: null,
  effect: 'read',
  input: CustomerFilters.extend(PAGE),
  output: z.object({ items: z.array(ListedCustomer), ...PAGED }),
  async run(context, { paying: withPayments, ...filters }) {
    inRegion(context.account.country)
    const filtered = { others: conditionsOf(context, filters), tab: paying(withPayments) }
    const list: List = {
      table: 'customers',
      currency: null,
      tabs: { paying: paying(true), not_paying: paying(false) },
    }
    const { rows, paged } = await browsePage<customers>(context, list, filtered, filters)
    return { items: await aboutCustomers(context, rows), ...paged, totals: [] }
  },
})

/** The filters as conditions of the query. */
export function conditionsOf(context: Context, input: CustomerFilters): Condition[] {
  return [
    ...anything(input.q, context.account.country),
    ...equal('country', input.country),
    ...paying(input.paying),
    ...bound('created_at', '>=', input.from),
    ...bound('created_at', '<=', input.to),
  ]
}

function paying(yes: boolean | undefined): Condition[] {
  if (yes === undefined) return []
  const payments = `EXISTS (SELECT FROM payments WHERE payments.account_id = customers.account_id AND payments.customer_id = customers.id)`
  return [{ sql: yes ? payments : `NOT ${payments}`, values: [] }]
}

function anything(q: string | undefined, country: string): Condition[] {
  if (!q) return []
  if (/^cust_\w+$/.test(q)) return equal('id', q)
  const email = prefix('identity', q.toLowerCase())
  if (q.includes('@')) return email
  if (isPhone(q)) return among('contact', phoneCandidates(q, country))
  return anyOf([...prefix('search_name', q.toLowerCase()), ...email])
}

function isPhone(q: string): boolean {
  return /^\+?[\d\s()-]+$/.test(q) && q.replace(/\D/g, '').length >= 7
}

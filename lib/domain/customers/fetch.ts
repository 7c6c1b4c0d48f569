import { z } from 'zod'
import { equal } from '#lib/database/conditions.ts'
import { TimelineEntry } from '#lib/domain/audit/schema.ts'
import { CUSTOMER_FILTERS } from '#lib/domain/customers/filters.ts'
import {
  aboutCustomers,
  existingCustomer,
  findCustomer,
  ofCustomer,
  withEmail,
} from '#lib/domain/customers/find.ts'
import { assertInRegion } from '#lib/domain/customers/rules.ts'
import {
  Customer,
  CustomerBill,
  CustomerDetails,
  FetchAllCustomers,
  FetchCustomer,
  FetchSimilarCustomers,
} from '#lib/domain/customers/schema.ts'
import { ENTITIES } from '#lib/domain/entities.ts'
import { findEntity } from '#lib/domain/entity.ts'
import { conditionsOfText } from '#lib/domain/filter-text.ts'
import { importedEntries } from '#lib/domain/imported-timeline.ts'
import { countFound, listEntities } from '#lib/domain/page.ts'
import { entryOf, type RecordEntry, type TimelineAuditLine, timelineOf } from '#lib/domain/timeline.ts'
import { PAYMENT_SUMS } from '#lib/domain/totals.ts'
import { Collection } from '#lib/filters/page.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { e164, isIndianMobile } from '#lib/values/phone.ts'

export const fetchCustomer = defineOperation({
  name: 'fetch_customer',
  title: 'Fetch a customer',
  summary: 'Returns one customer.',
  permission: 'customers:read',
  http: 'GET /v1/customers/:id',
  scope: 'read_only',
  input: FetchCustomer,
  output: Customer,
  errors: ['not_available_in_region'],
  async run(context, input) {
    assertInRegion(context.account.country)
    return existingCustomer(await findEntity(context, ENTITIES.customer, input.id), input.id, 'id')
  },
})

export const countCustomers = defineOperation({
  name: 'count_customers',
  title: 'Count customers',
  summary: 'Returns how many customers there are, and from which countries.',
  permission: 'customers:read',
  http: null,
  effect: 'read',
  input: z.strictObject({}),
  output: z.object({
    total: z.int(),
    /** By the country of the phone number (two letters), the most frequent first. */
    countries: z.array(z.object({ country: z.string(), count: z.int() })),
  }),
  async run(context) {
    assertInRegion(context.account.country)
    const account_id = context.account.id
    const groups = await context.tables.customers.groupBy({
      by: ['country'],
      where: { account_id },
      _count: true,
    })
    return {
      total: groups.reduce((sum, group) => sum + group._count, 0),
      countries: groups
        .flatMap(({ country, _count: count }) => (country === null ? [] : [{ country, count }]))
        .sort((left, right) => right.count - left.count || left.country.localeCompare(right.country)),
    }
  },
})

const TEXT = {
  noun: 'customer',

  filters: CUSTOMER_FILTERS,
  search: { table: 'customers', by: 'email, phone number or name' },
}

export const fetchAllCustomers = defineOperation({
  name: 'fetch_all_customers',
  title: 'Fetch all customers',
  summary: 'Lists customers, newest first. Filter by time, email or contact.',
  permission: 'customers:read',
  http: 'GET /v1/customers',
  scope: 'read_only',
  columns: ['id', 'name', 'email', 'contact', 'created_at'],
  input: FetchAllCustomers,
  output: Collection(Customer),
  errors: ['not_available_in_region'],
  async run(context, input) {
    assertInRegion(context.account.country)
    const { email, contact } = input
    const where = [
      ...(email === undefined ? [] : [{ sql: 'identity LIKE ?', values: [`${withEmail(email)}%`] }]),
      ...equal('contact', contact && e164(contact, context.account.country)),
      ...(await conditionsOfText(context, TEXT, input.query)),
    ]
    return listEntities(context, ENTITIES.customer, where, input)
  },
})

/** The number of bills that a customer page lists. */
const MOST = 50

export const fetchCustomerBills = defineOperation({
  name: 'fetch_customer_bills',
  title: 'Fetch the bills of a customer',
  summary: 'Lists the latest bills that name a customer, for its page.',
  permission: 'bills:read',
  http: null,
  effect: 'read',
  input: FetchCustomer,
  output: z.object({ items: z.array(CustomerBill) }),
  async run(context, input) {
    const items = await context.tables.bills.findMany({
      where: { account_id: context.account.id, customer_id: input.id },
      orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
      take: MOST,
    })
    return { items }
  },
})

export const fetchSimilarCustomers = defineOperation({
  name: 'fetch_similar_customers',
  title: 'Fetch similar customers',
  summary:
    'Lists up to five customers with the same e-mail or the same contact, to warn before another is created.',
  permission: 'customers:read',
  http: null,
  effect: 'read',
  input: FetchSimilarCustomers,
  output: z.object({ items: z.array(Customer) }),
  async run(context, { email, contact, except }) {
    const same = [
      ...(email ? [{ identity: { startsWith: withEmail(email) } }] : []),
      ...(contact ? [{ contact: e164(contact, context.account.country) }] : []),
    ]
    if (same.length === 0) return { items: [] }
    const items = await context.tables.customers.findMany({
      where: { account_id: context.account.id, OR: same, ...(except ? { id: { not: except } } : {}) },
      orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
      take: 5,
    })
    return { items }
  },
})

export const getCustomerDetails = defineOperation({
  name: 'get_customer_details',
  title: 'Get the details of a customer',
  summary:
    'Returns one customer for its page: with what it has paid, how many records belong to it, and whether it can have a wallet.',
  permission: 'customers:read',
  http: null,
  effect: 'read',
  input: FetchCustomer,
  output: CustomerDetails,
  async run(context, input) {
    assertInRegion(context.account.country)
    const [customer] = await aboutCustomers(context, [await findCustomer(context, input.id)])
    return {
      ...customer,
      ...(await moneyOf(context, input.id)),
      ...(await recordsOf(context, input.id)),
      currency: context.account.currency,
      wallet_possible: typeof customer?.contact === 'string' && isIndianMobile(customer.contact),
    }
  },
})

/** The captured and the refunded amounts of the customer's payments, in the currency of the account. */
async function moneyOf(context: Context, customer_id: string) {
  const [found] = await context.rows<{ paid: string | null; refunded: string | null }>(
    `SELECT sum(${PAYMENT_SUMS.captured})::text AS paid, sum(${PAYMENT_SUMS.refunded})::text AS refunded
     FROM payments WHERE account_id = $1 AND customer_id = $2 AND currency = $3`,
    [context.account.id, customer_id, context.account.currency],
  )
  return found
}

async function recordsOf(context: Context, id: string) {
  const account_id = context.account.id
  const { bills, document_links, wallets } = context.tables
  const [orders, ofBills, ofDocuments, ofWallets] = await Promise.all([
    countFound(context, { table: 'orders' }, ofCustomer(id, context), Number.MAX_SAFE_INTEGER),
    bills.count({ where: { account_id, customer_id: id } }),
    document_links.count({ where: { account_id, object_id: id } }),
    wallets.count({ where: { account_id, customer_id: id } }),
  ])
  return { orders, bills: ofBills, documents: ofDocuments, has_wallet: ofWallets > 0 }
}

export const fetchCustomerTimeline = defineOperation({
  name: 'fetch_customer_timeline',
  title: 'Fetch the timeline of a customer',
  summary:
    'Lists what happened to a customer and to its payments and bills, newest first, with who did it and what an edit changed.',
  permission: 'customers:read',
  http: null,
  effect: 'read',
  input: FetchCustomer,
  output: z.object({ items: z.array(TimelineEntry) }),
  async run(context, input) {
    const customer = await findCustomer(context, input.id)
    const { id } = customer
    const imported = await importedEntries(context, customer)
    const of = { events: { customer_id: id }, objects: [id], quiet: QUIET, gateway: () => imported }
    return { items: await timelineOf(context, of, editsAndRepeats) }
  },
})

/** An event shows the creation; `create_customer` writes another line when the same customer is requested again. */
const COMMENTS = ['add_comment', 'delete_comment'] as const
const QUIET = [
  'update_customer',
  'update_customer_if_unchanged',
  'edit_customer',
  'create_customer',
  ...COMMENTS,
] as const

function editsAndRepeats(lines: TimelineAuditLine[]): RecordEntry[] {
  return lines
    .filter((line) => line.action !== 'create_customer' || isRepeat(line))
    .map((line) => ({
      ...entryOf(line),
      what: nameOf(line),
    }))
}

/** All ways to edit a customer have one name. */
function nameOf({ action }: TimelineAuditLine): string {
  if (action === 'create_customer') return 'customer.repeated'
  return (COMMENTS as readonly string[]).includes(action) ? action : 'update_customer'
}

function isRepeat({ details }: TimelineAuditLine): boolean {
  return (details as { existing?: unknown }).existing === true
}

import { z } from 'zod'
import { equal, equalInAnyCase } from '#lib/database/conditions.ts'
import { TimelineEntry } from '#lib/domain/audit/schema.ts'
import { BILL_FILTERS } from '#lib/domain/bills/filters.ts'
import { billEntity, bodyOf, findBill } from '#lib/domain/bills/find.ts'
import { issuerOf } from '#lib/domain/bills/record.ts'
import { assertBillSendable, differencesOf } from '#lib/domain/bills/rules.ts'
import {
  Bill,
  BillDetails,
  BillVersion,
  FetchAllBills,
  FetchBill,
  ListedBill,
  Seller,
} from '#lib/domain/bills/schema.ts'
import { conditionsOfText } from '#lib/domain/filter-text.ts'
import { findOrder } from '#lib/domain/orders/find.ts'
import { pageOf } from '#lib/domain/page.ts'
import { timelineOf } from '#lib/domain/timeline.ts'
import { Collection, collection } from '#lib/filters/page.ts'
import type { bills } from '#lib/generated/prisma/client.ts'
import { ruleErrorOf } from '#lib/pipeline/errors.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { Id } from '#lib/values/id.ts'
import { e164 } from '#lib/values/phone.ts'

export const fetchBill = defineOperation({
  name: 'fetch_bill',
  title: 'Fetch a bill',
  summary: 'Returns one bill. For a deleted bill, its last version with the status deleted.',
  permission: 'bills:read',
  http: 'GET /v1/bills/:bill_id',
  scope: 'read_only',
  input: FetchBill,
  output: Bill,
  run: async (context, { bill_id }) => billEntity(context, await findBill(context, bill_id)),
})

const TEXT = {
  noun: 'bill',

  filters: BILL_FILTERS,
  search: { table: 'bills', by: 'email, phone number, receipt number or store code' },
}

export const fetchAllBills = defineOperation({
  name: 'fetch_all_bills',
  title: 'Fetch all bills',
  summary:
    'Lists bills, newest first, including deleted ones. Filter by time, number, status, store or customer.',
  permission: 'bills:read',
  http: 'GET /v1/bills',
  scope: 'read_only',
  columns: ['id', 'receipt_number', 'receipt_type', 'status', 'receipt_url', 'created_at'],
  input: FetchAllBills,
  output: Collection(Bill),
  async run(context, input) {
    const { receipt_number, status, store_code, customer_id, email, contact } = input
    const where = [
      ...equalInAnyCase('receipt_number', receipt_number),
      ...equal('status', status),
      ...equal('store_code', store_code),
      ...equal('customer_id', customer_id),
      ...equal('email', email?.toLowerCase()),
      ...equal('contact', contact && e164(contact, context.account.country)),
      ...(await conditionsOfText(context, TEXT, input.query)),
    ]
    const rows = await pageOf<bills>(context, 'bills', where, input)
    return collection(rows.map((row) => billEntity(context, row)))
  },
})

export const fetchBillForCustomer = defineOperation({
  name: 'fetch_bill_for_customer',
  title: 'Fetch a bill for its customer',
  summary: 'Returns what the public page of a bill draws: the bill and its seller.',
  permission: 'bills:read',
  http: null,
  effect: 'read',
  input: FetchBill,
  output: z.object({ bill: Bill, seller: Seller }),
  async run(context, { bill_id }) {
    const row = await findBill(context, bill_id)
    return { bill: billEntity(context, row), seller: await issuerOf(context, row) }
  },
})

const MOST = 20

export const fetchOrderBills = defineOperation({
  name: 'fetch_order_bills',
  title: 'Fetch the bills of an order',
  summary: 'Lists the newest bills whose order_number is the id or the receipt of an order.',
  permission: 'bills:read',
  http: null,
  effect: 'read',
  input: z.strictObject({ id: Id('order') }),
  output: z.object({ items: z.array(ListedBill) }),
  async run(context, { id }) {
    const order = await findOrder(context, id)
    const names = order.receipt === null ? [id] : [id, order.receipt]
    const items = await context.tables.$queryRawUnsafe(
      `SELECT * FROM bills WHERE account_id = $1 AND body ->> 'order_number' = ANY($2::text[])
       ORDER BY created_at DESC, id DESC LIMIT ${MOST}`,
      context.account.id,
      names,
    )
    return { items }
  },
})

export const fetchBillVersions = defineOperation({
  name: 'fetch_bill_versions',
  title: 'Fetch the versions of a bill',
  summary: 'Lists every version of a bill, newest first: who wrote it, when, and which fields it changed.',
  permission: 'bills:read',
  http: null,
  effect: 'read',
  input: FetchBill,
  output: z.object({ items: z.array(BillVersion) }),
  async run(context, { bill_id }) {
    const row = await findBill(context, bill_id)
    const stored = await context.tables.bill_versions.findMany({
      where: { account_id: context.account.id, bill_id },
      orderBy: { version: 'asc' },
    })
    const bodies = [...stored.map(bodyOf), bodyOf(row)]
    const items = bodies.map((body, index) => {
      // A stored version names the author of the next one; the author of the bill wrote the first.
      const { created_by, created_at } = stored[index - 1] ?? row
      const before = bodies[index - 1]
      return {
        version: index + 1,
        created_by,
        created_at,
        body,
        differences: before ? differencesOf(before, body) : [],
      }
    })
    return { items: items.reverse() }
  },
})

export const getBillDetails = defineOperation({
  name: 'get_bill_details',
  title: 'Get the details of a bill',
  summary:
    'Returns one bill for its page: with the seller, who made it, the customer that it belongs to, and the mails that brought it.',
  permission: 'bills:read',
  http: null,
  effect: 'read',
  input: FetchBill,
  output: BillDetails,
  async run(context, { bill_id }) {
    const row = await findBill(context, bill_id)
    const account_id = context.account.id
    const mails = await context.tables.mails.findMany({
      where: { account_id, object_id: bill_id },
      orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
      take: 20,
    })
    const { customer_id, customer_name, email, contact, tax_amount, lines } = row
    const { delivery_status, created_by, deleted_at } = row
    return {
      bill: billEntity(context, row),
      seller: await issuerOf(context, row),
      customer_id,
      customer_name,
      email,
      contact,
      tax_amount,
      lines,
      delivery_status,
      mails,
      created_by,
      deleted_at,
      send_error: ruleErrorOf(() => assertBillSendable(row)),
    }
  },
})

/** Changes that an event already shows. */
const WITH_EVENTS = [
  'create_bill',
  'issue_bill',
  'update_bill',
  'update_bill_if_unchanged',
  'reissue_bill',
  'delete_bill',
]

export const fetchBillTimeline = defineOperation({
  name: 'fetch_bill_timeline',
  title: 'Fetch the timeline of a bill',
  summary: 'Lists what happened to a bill, newest first, with who did it.',
  permission: 'bills:read',
  http: null,
  effect: 'read',
  input: FetchBill,
  output: z.object({ items: z.array(TimelineEntry) }),
  async run(context, { bill_id }) {
    const { id } = await findBill(context, bill_id)
    const of = { events: { object_id: id }, objects: [id], quiet: { not: WITH_EVENTS } }
    return { items: await timelineOf(context, of) }
  },
})

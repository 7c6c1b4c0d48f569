import { BILL_FILTERS } from '#lib/domain/bills/filters.ts'
import { billEntity } from '#lib/domain/bills/find.ts'
import { Bill, FetchAllBills } from '#lib/domain/bills/schema.ts'
import { equal, equalInAnyCase } from '#lib/domain/conditions.ts'
import { conditionsOfText } from '#lib/domain/filter-text.ts'
import { pageOf } from '#lib/domain/page.ts'
import { Collection, collection } from '#lib/filters/page.ts'
import type { bills } from '#lib/generated/prisma/client.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { e164 } from '#lib/values/phone.ts'

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

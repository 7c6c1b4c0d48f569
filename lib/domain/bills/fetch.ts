import { billEntity, findBill } from '#lib/domain/bills/find.ts'
import { Bill, FetchBill } from '#lib/domain/bills/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

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

import { recordBill } from '#lib/domain/bills/record.ts'
import { Bill, CreateBill } from '#lib/domain/bills/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const createBill = defineOperation({
  name: 'create_bill',
  title: 'Create a bill',
  summary:
    'Creates a digital bill with a public page. Totals are stored as sent; each receipt_number can be used once.',
  permission: 'bills:write',
  emits: ['bill.created'],
  http: 'POST /v1/bills',
  scope: 'bills:write',
  toolName: 'create_full_bill',
  coveredBy: 'create_bill',
  tool: { destructive: false, idempotent: false, openWorld: false },
  status: 201,
  input: CreateBill,
  output: Bill,
  errors: ['bill_receipt_number_used', 'record_not_found'],
  run: recordBill,
})

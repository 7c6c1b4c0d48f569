import { recordBill } from '#lib/domain/bills/record.ts'
import { fullBillOf } from '#lib/domain/bills/rules.ts'
import { SimpleBill } from '#lib/domain/bills/schema/simple-bill.ts'
import { Bill, CreateBill } from '#lib/domain/bills/schema.ts'
import { nextReceiptNumber } from '#lib/domain/bills/suggest-number.ts'
import { parseInput } from '#lib/pipeline/input.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { zoneOf } from '#lib/values/country-zone.ts'

export const createBillFromItems = defineOperation({
  name: 'create_bill_from_items',
  title: 'Create a bill',
  summary:
    'Creates a bill from what was sold to whom; computes totals, taxes and the number. Returns receipt_url, the public page.',
  permission: 'bills:write',
  http: null,
  scope: 'bills:write',
  tool: { destructive: false, idempotent: false, openWorld: false },
  toolName: 'create_bill',
  status: 201,
  input: SimpleBill,
  output: Bill,
  errors: ['bill_receipt_number_used', 'record_not_found'],
  async run(context, input) {
    const { account, now } = context
    const bill = fullBillOf(input, account, now)
    const { receipt_number } =
      input.receipt_number === undefined
        ? await nextReceiptNumber(context, zoneOf(account.country), bill.receipt_type)
        : input
    return recordBill(context, parseInput(CreateBill, { ...bill, receipt_number }))
  },
})

import { recordBill } from '#lib/domain/bills/record.ts'
import { Bill, type BillBody, CreateBill, UpdateBillIfUnchanged } from '#lib/domain/bills/schema.ts'
import { updateBillIfUnchanged } from '#lib/domain/bills/update.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { type Mismatch, mismatch, type StatedBill } from '#lib/values/bill-mismatch.ts'
import { decimalOf } from '#lib/values/money-text.ts'

export const issueBill = defineOperation({
  name: 'issue_bill',
  title: 'Issue a bill',
  summary: 'Creates a bill from the builder of the dashboard: as create_bill, unless its sums do not add up.',
  permission: 'bills:write',
  http: null,
  status: 201,
  input: CreateBill,
  output: Bill,
  run(context, body: BillBody) {
    mustAddUp(body, body.receipt_summary.currency)
    return recordBill(context, body)
  },
})

export const reissueBill = defineOperation({
  name: 'reissue_bill',
  title: 'Change an issued bill',
  summary:
    'Changes a bill from the builder of the dashboard: as update_bill, unless it has changed meanwhile or does not add up.',
  permission: 'bills:write',
  http: null,
  input: UpdateBillIfUnchanged,
  output: Bill,
  async run(context, input) {
    const { receipt_summary, line_items, taxes } = input
    if (!receipt_summary) {
      throw refused(
        'input_validation_failed',
        'To change line items or taxes, send the matching receipt_summary too.',
        {
          field: 'receipt_summary',
        },
      )
    }
    mustAddUp({ receipt_summary, line_items, taxes }, receipt_summary.currency)
    return updateBillIfUnchanged.run(context, input)
  },
})

/** @throws bill_does_not_add_up with the wrong field and the difference */
function mustAddUp(bill: StatedBill, currency: string): void {
  const off = mismatch(bill)
  if (off) throw refused('bill_does_not_add_up', sentence(off, currency), { field: off.field })
}

function sentence({ name, field, stated, computed, difference }: Mismatch, currency: string): string {
  const show = (figure: number) => (name === 'quantity' ? String(figure) : decimalOf(figure, currency))
  const by = `${show(Math.abs(difference))} too ${difference > 0 ? 'much' : 'little'}`
  return `${field} is ${show(stated)}, but its parts add up to ${show(computed)}: ${by}. Correct one of them.`
}

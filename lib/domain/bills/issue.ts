import { bodyOf, findBill } from '#lib/domain/bills/find.ts'
import { recordBill } from '#lib/domain/bills/record.ts'
import {
  Bill,
  type BillBody,
  BUILT_FIELDS,
  CreateBill,
  FIXED_FIELDS,
  ReissueBill,
} from '#lib/domain/bills/schema.ts'
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
  emits: ['bill.created'],
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
    'Replaces a bill by that of the builder of the dashboard, unless it has changed meanwhile or does not add up. Fields that the builder leaves out are removed; those that it does not have are kept.',
  permission: 'bills:write',
  emits: ['bill.updated'],
  http: null,
  input: ReissueBill,
  output: Bill,
  async run(context, { bill_id, expected_version, ...bill }) {
    mustAddUp(bill, bill.receipt_summary.currency)
    assertSame(bill, bodyOf(await findBill(context, bill_id)))
    const { business_type, business_category, receipt_number, ...changes } = bill
    const removed = Object.fromEntries(BUILT_FIELDS.map((name) => [name, changes[name] ?? null]))
    return updateBillIfUnchanged.run(context, { ...changes, ...removed, bill_id, expected_version })
  },
})

/** @throws input_validation_failed for a field that cannot change after the bill is created */
function assertSame(bill: BillBody, before: BillBody): void {
  const field = FIXED_FIELDS.find((name) => bill[name] !== before[name])
  if (field !== undefined)
    throw refused(
      'input_validation_failed',
      `${field} can't be changed after the bill is created. Delete the bill and create another one.`,
      { field },
    )
}

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

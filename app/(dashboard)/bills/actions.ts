'use server'
import { deleteBill } from '#lib/domain/bills/delete.ts'
import { issueBill, reissueBill } from '#lib/domain/bills/issue.ts'
import type { BillBody } from '#lib/domain/bills/schema.ts'
import { action, propertiesOf } from '#lib/surfaces/form.ts'

export const issueBillAction = action(issueBill)
export const deleteBillAction = action(deleteBill)

const reissue = action(reissueBill)

/** A bill as the builder has it, in the place of the version that was seen: what it no longer has is taken away. */
export async function reissueBillAction(
  seen: { bill_id: string; expected_version: number },
  body: BillBody,
  idempotencyKey: string,
) {
  const { business_type, business_category, receipt_number, ...changes } = propertiesOf(body)
  const gone = {
    customer: null,
    line_items: null,
    taxes: null,
    event: null,
    store_code: null,
    order_number: null,
  }
  const said = Object.fromEntries(Object.entries(changes).filter(([, member]) => member !== undefined))
  return reissue({ ...gone, ...said, ...propertiesOf(seen) } as Parameters<typeof reissue>[0], idempotencyKey)
}

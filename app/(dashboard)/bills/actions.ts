'use server'
import { deleteBillForm } from '#components/bills/delete-bill-state.ts'
import { sendBillForm } from '#components/mails/mail-forms.ts'
import { deleteBill } from '#lib/domain/bills/delete.ts'
import { issueBill, reissueBill } from '#lib/domain/bills/issue.ts'
import type { BillBody } from '#lib/domain/bills/schema.ts'
import { sendBill } from '#lib/domain/mails/send-bill.ts'
import { action, propertiesOf } from '#lib/surfaces/form.ts'
import { formAction } from '#lib/surfaces/form-action.ts'

export const issueBillAction = action(issueBill)

export const deleteBillAction = formAction(deleteBill, deleteBillForm, {
  to: ({ id }) => `/bills/${id}`,
  message: () => 'Bill deleted',
})

/** Writes the email and redirects to it in the outbox. */
export const sendBillAction = formAction(sendBill, sendBillForm, {
  to: ({ id }) => `/outbox/${id}`,
  message: () => 'Bill sent',
})

const reissue = action(reissueBill)

/** The bill of the builder replaces the version that the person saw: missing fields are removed. */
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

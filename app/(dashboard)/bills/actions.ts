'use server'
import { deleteBillForm } from '#components/bills/delete-bill-state.ts'
import { sendBillForm } from '#components/mails/mail-forms.ts'
import { sentMessage } from '#components/mails/sent-message.ts'
import { issueBill, reissueBill } from '#lib/domain/bills/create.ts'
import { deleteBill } from '#lib/domain/bills/update.ts'
import { sendBill } from '#lib/domain/mails/send-bill.ts'
import { action, boundAction } from '#lib/surfaces/form.ts'
import { formAction } from '#lib/surfaces/form-action.ts'

export const issueBillAction = action(issueBill)

export const deleteBillAction = formAction(deleteBill, deleteBillForm, {
  to: ({ id }) => `/bills/${id}`,
  message: () => 'Bill deleted',
})

/** Writes the email and redirects to it in the outbox. */
export const sendBillAction = formAction(sendBill, sendBillForm, {
  to: ({ id }) => `/outbox/${id}`,
  message: sentMessage('Bill'),
})

/** Gets the ID of the bill, and the version that the person saw, from its page. */
export const reissueBillAction = boundAction(reissueBill)

'use server'
import { sendToPayerForm } from '#components/mails/mail-forms.ts'
import { sentMessage } from '#components/mails/sent-message.ts'
import { captureForm } from '#components/payments/capture-subject.ts'
import { refundForm } from '#components/payments/refund-subject.ts'
import { sendReceipt } from '#lib/domain/mails/send-receipt.ts'
import { capturePayment } from '#lib/domain/payments/capture.ts'
import { updatePayment } from '#lib/domain/payments/update.ts'
import { refundPaymentIfUnchanged } from '#lib/domain/refunds/create.ts'
import { action } from '#lib/surfaces/form.ts'
import { formAction } from '#lib/surfaces/form-action.ts'

export const updatePaymentAction = action(updatePayment)

// After an error the page is rendered again, because the remaining amount may have changed.
export const capturePaymentAction = formAction(capturePayment, captureForm, {
  to: ({ id }) => `/payments/${id}`,
  message: ({ amount }, form) => `${form.money(amount)} captured`,
  refreshes: true,
})
export const refundPaymentAction = formAction(refundPaymentIfUnchanged, refundForm, {
  to: ({ payment_id }) => `/payments/${payment_id}`,
  message: ({ amount }, form) => `Refund of ${form.money(amount)} started`,
  approval: 'stay',
  refreshes: true,
})

export const sendReceiptAction = formAction(sendReceipt, sendToPayerForm, {
  to: (_, form) => `/payments/${form.text('id')}`,
  message: sentMessage('Receipt'),
})

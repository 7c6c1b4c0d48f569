'use server'
import { capturePayment } from '#lib/domain/payments/capture.ts'
import { updatePayment } from '#lib/domain/payments/update.ts'
import { refundPaymentSeen } from '#lib/domain/refunds/create.ts'
import { action } from '#lib/surfaces/form.ts'

export const capturePaymentAction = action(capturePayment)
export const refundPaymentAction = action(refundPaymentSeen)
export const updatePaymentAction = action(updatePayment)

'use server'
import { paymentSettingsForm } from '#components/settings/payment-settings-form-state.ts'
import { refundReasonsForm } from '#components/settings/refund-reasons-form-state.ts'
import { updatePaymentSettings } from '#lib/domain/merchants/payment-settings.ts'
import { updateRefundReasons } from '#lib/domain/refunds/reasons.ts'
import { formAction } from '#lib/surfaces/form-action.ts'

export const updatePaymentSettingsAction = formAction(updatePaymentSettings, paymentSettingsForm, {
  to: () => '/settings/payments?saved=1',
  message: () => 'Payment settings saved',
})

export const updateRefundReasonsAction = formAction(updateRefundReasons, refundReasonsForm, {
  to: () => '/settings/payments?saved=reasons',
  message: () => 'Refund settings saved',
})

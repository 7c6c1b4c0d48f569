'use server'
import { paymentSettingsForm } from '#components/settings/payment-settings-form-state.ts'
import { updatePaymentSettings } from '#lib/domain/merchants/payment-settings.ts'
import { formAction } from '#lib/surfaces/form-action.ts'

export const savePaymentSettings = formAction(updatePaymentSettings, paymentSettingsForm, {
  to: () => '/settings/payments?saved=1',
  message: () => 'Payment settings saved',
})

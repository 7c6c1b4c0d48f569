'use server'
import { thresholdsForm } from '#components/approvals/thresholds-form-state.ts'
import { businessForm, logoForm } from '#components/settings/business-form-state.ts'
import { notificationsForm } from '#components/settings/notifications-form-state.ts'
import { paymentSettingsForm } from '#components/settings/payment-settings-form-state.ts'
import { refundReasonsForm } from '#components/settings/refund-reasons-form-state.ts'
import { retentionForm } from '#components/settings/retention-form-state.ts'
import { updateApprovalThresholds } from '#lib/domain/approvals/thresholds.ts'
import { updatePaymentSettings } from '#lib/domain/merchants/payment-settings.ts'
import { updateRetention } from '#lib/domain/merchants/retention.ts'
import { removeLogo, setLogo, updateBusiness } from '#lib/domain/merchants/update-business.ts'
import { updateNotifications } from '#lib/domain/notifications/choose.ts'
import { updateRefundReasons } from '#lib/domain/refunds/reasons.ts'
import { fileAction } from '#lib/surfaces/file-form.ts'
import { formAction } from '#lib/surfaces/form-action.ts'
import { logoPicture } from '#lib/surfaces/logo-picture.ts'
import { noFieldsForm } from '#lib/values/form.ts'

/** A looser threshold redirects to its approval. */
export const updateThresholdsAction = formAction(updateApprovalThresholds, thresholdsForm, {
  to: () => '/settings/approvals?saved=1',
  message: () => 'Thresholds saved',
})

export const updateBusinessAction = formAction(updateBusiness, businessForm, {
  to: () => '/settings/business?saved=1',
  message: () => 'Business details saved',
  everywhere: true,
})

export const setLogoAction = fileAction(
  logoPicture,
  setLogo,
  formAction(setLogo, logoForm, {
    to: () => '/settings/business?saved=1',
    message: () => 'Logo saved',
    logged: () => ({ logo: 'a picture' }),
  }),
)

export const removeLogoAction = formAction(removeLogo, noFieldsForm, {
  to: () => '/settings/business?saved=1',
  message: () => 'Logo removed',
})

export const updateNotificationsAction = formAction(updateNotifications, notificationsForm, {
  to: () => '/settings/notifications?saved=1',
  message: () => 'Notifications saved',
})

export const updatePaymentSettingsAction = formAction(updatePaymentSettings, paymentSettingsForm, {
  to: () => '/settings/payments?saved=1',
  message: () => 'Payment settings saved',
})

export const updateRefundReasonsAction = formAction(updateRefundReasons, refundReasonsForm, {
  to: () => '/settings/payments?saved=reasons',
  message: () => 'Refund settings saved',
})

export const updateRetentionAction = formAction(updateRetention, retentionForm, {
  to: () => '/settings/retention?saved=1',
  message: () => 'Retention saved',
})

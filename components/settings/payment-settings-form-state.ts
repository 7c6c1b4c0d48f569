import { type PaymentSettings, UpdatePaymentSettings } from '#lib/domain/merchants/schema.ts'
import type { FormDeclaration, FormReader } from '#lib/values/form.ts'
import { percentText, readPercent } from '#lib/values/number-text.ts'
import { HOUR } from '#lib/values/time.ts'

/** How long payments can be captured, in hours, and the rates as percentages. */
export const paymentSettingsForm = {
  fields: [
    'default_capture',
    'order_notes_on_payments',
    'authorization_window_seconds',
    'fee_basis_points',
    'tax_basis_points',
    'password',
  ],
  schema: UpdatePaymentSettings,
  read: (form: FormReader) => ({
    default_capture: form.text('default_capture'),
    order_notes_on_payments: form.checked('order_notes_on_payments'),
    authorization_window_seconds: /^\d{1,6}$/.test(form.text('authorization_window_seconds'))
      ? Number(form.text('authorization_window_seconds')) * HOUR
      : Number.NaN,
    fee_basis_points: readPercent(form.text('fee_basis_points')) ?? Number.NaN,
    tax_basis_points: readPercent(form.text('tax_basis_points')) ?? Number.NaN,
  }),
} satisfies FormDeclaration

/** The initial values of the form. A window of less than whole hours is rounded up. */
export function paymentSettingsValues(settings: PaymentSettings): Record<string, string> {
  return {
    default_capture: settings.default_capture,
    order_notes_on_payments: settings.order_notes_on_payments ? '1' : '',
    authorization_window_seconds: String(Math.ceil(settings.authorization_window_seconds / HOUR)),
    fee_basis_points: percentText(settings.fee_basis_points),
    tax_basis_points: percentText(settings.tax_basis_points),
  }
}

'use client'
import { CheckboxField } from '#components/shared/form/choice-fields.tsx'
import { SelectField, TextField } from '#components/shared/form/fields.tsx'
import { PasswordField } from '#components/shared/form/password-field.tsx'
import { SaveOrReason } from '#components/shared/form/save-or-reason.tsx'
import { FormError, StaffForm } from '#components/shared/form/staff-form.tsx'
import { useStaffForm } from '#components/shared/form/use-staff-form.ts'
import { Notice } from '#components/ui/notice.tsx'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { paymentSettingsForm } from './payment-settings-form-state.ts'

type PaymentSettingsFormProps = {
  /** Whether this page follows a form that was saved. */
  saved: boolean
  live: boolean
  /** Why this person may not change it, or null. */
  disabledReason: string | null
  initial: FormState
  action: FormAction
}

/** The default capture, the capture window and the fee rates of payments from now on. */
export function PaymentSettingsForm({
  saved,
  live,
  disabledReason,
  initial,
  action,
}: PaymentSettingsFormProps) {
  const form = useStaffForm({ action, initial, declaration: paymentSettingsForm })
  const readOnly = disabledReason !== null
  return (
    <StaffForm form={form} className="grid max-w-130 gap-5">
      {saved && !form.state.error && (
        <Notice tone="good" role="status">
          Payment settings saved.
        </Notice>
      )}
      <FormError title="Payment settings not saved" />
      <SelectField
        name="default_capture"
        label="Default capture"
        hint="Default for orders created in the dashboard. API orders set their own."
        options={{
          automatic: 'Automatic: when a payment is authorized',
          manual: 'Manual: you capture each payment',
        }}
        disabled={readOnly}
      />
      <CheckboxField
        name="order_notes_on_payments"
        label="Copy notes of the order to its payments"
        hint="For payments without notes of their own. Plug-ins find their order by these notes."
        disabled={readOnly}
      />
      <TextField
        name="authorization_window_seconds"
        label="Capture window in hours"
        required
        hint="An authorized payment that is not captured in this time is returned to the payer. An order can set its own window."
        figures
        inputMode="numeric"
        maxLength={6}
        readOnly={readOnly}
        after="hours"
      />
      <TextField
        name="fee_basis_points"
        label="Fee"
        required
        hint="Of each captured payment, before tax."
        figures
        inputMode="decimal"
        maxLength={8}
        readOnly={readOnly}
        after="%"
      />
      <TextField
        name="tax_basis_points"
        label="Tax on the fee"
        required
        hint="GST is 18%."
        figures
        inputMode="decimal"
        maxLength={8}
        readOnly={readOnly}
        after="%"
      />
      {live && !readOnly && <PasswordField />}
      <SaveOrReason disabledReason={disabledReason} />
    </StaffForm>
  )
}

'use client'
import { CheckboxField } from '#components/shared/form/choice-fields.tsx'
import { SelectField, TextAreaField } from '#components/shared/form/fields.tsx'
import { SaveOrReason } from '#components/shared/form/save-or-reason.tsx'
import { FormError, StaffForm } from '#components/shared/form/staff-form.tsx'
import { useStaffForm } from '#components/shared/form/use-staff-form.ts'
import { Notice } from '#components/ui/notice.tsx'
import { USUAL_REASONS } from '#lib/domain/refunds/schema/reasons.ts'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { refundReasonsForm } from './refund-reasons-form-state.ts'

type RefundReasonsFormProps = {
  /** Whether this page follows a form that was saved. */
  saved: boolean
  /** Why this person may not change it, or null. */
  disabledReason: string | null
  initial: FormState
  action: FormAction
}

/** The reasons that staff choose from when they refund a payment. */
export function RefundReasonsForm({ saved, disabledReason, initial, action }: RefundReasonsFormProps) {
  const form = useStaffForm({ action, initial, declaration: refundReasonsForm })
  const readOnly = disabledReason !== null
  return (
    <StaffForm form={form} className="grid max-w-130 gap-5">
      {saved && !form.state.error && (
        <Notice tone="good" role="status">
          Refund settings saved.
        </Notice>
      )}
      <FormError title="Refund settings not saved" />
      <TextAreaField
        name="reasons"
        label="Reasons"
        optional
        hint="One reason per line, up to 30. With a list, staff can choose only from it. Without one, staff can enter any text."
        placeholder={USUAL_REASONS.join('\n')}
        rows={9}
        readOnly={readOnly}
      />
      <CheckboxField
        name="required"
        label="Require a reason"
        hint="Applies to refunds in the dashboard. Batches and the API are not affected."
        disabled={readOnly}
      />
      <SelectField
        name="speed"
        label="Default speed"
        hint="Default speed in the refund form. Batches and the API default to normal."
        options={{ normal: 'Normal: 5 to 7 working days', optimum: 'Optimum: instant if possible' }}
        disabled={readOnly}
      />
      <SaveOrReason disabledReason={disabledReason} label="Save refund settings" />
    </StaffForm>
  )
}

'use client'
import { CheckboxesField } from '#components/shared/form/choice-fields.tsx'
import { FormError, StaffForm, Submit } from '#components/shared/form/staff-form.tsx'
import { useStaffForm } from '#components/shared/form/use-staff-form.ts'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { importForm } from './bank-forms.ts'

type ImportFormProps = {
  id: string
  plan: string
  label: string
  /** Lines that may have been imported before. */
  uncertain: { key: string; label: string; hint: string }[]
  action: FormAction
  initial: FormState
}

export function ImportForm({ id, plan, label, uncertain, action, initial }: ImportFormProps) {
  const form = useStaffForm({ action, initial, declaration: importForm })
  return (
    <StaffForm form={form} hidden={{ id, plan }} className="grid max-w-140 gap-5">
      <FormError title="Statement not imported" />
      {uncertain.length > 0 && (
        <CheckboxesField
          name="add"
          legend="Lines that may have been imported before"
          hint="Each equals a line of another file, and neither file shows whether it is the same booking. Tick those that are new bookings."
          options={uncertain.map(({ key, ...option }) => ({ value: key, ...option }))}
        />
      )}
      <div>
        <Submit pendingText="Importing…">{label}</Submit>
      </div>
    </StaffForm>
  )
}

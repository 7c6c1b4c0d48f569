'use client'
import { CheckboxesField } from '#components/shared/form/choice-fields.tsx'
import { FileField } from '#components/shared/form/file-field.tsx'
import { FormButtons, FormError, StaffForm, Submit } from '#components/shared/form/staff-form.tsx'
import { useStaffForm } from '#components/shared/form/use-staff-form.ts'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { importForm, uploadForm } from './bank-forms.ts'

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

export function UploadStatementForm({ action, initial }: { action: FormAction; initial: FormState }) {
  const form = useStaffForm({ action, initial, declaration: uploadForm })
  return (
    <StaffForm form={form} className="grid max-w-110 gap-5">
      <FormError title="File not read" />
      <FileField
        name="file"
        label="Bank statement"
        hint="CSV, Excel (.xlsx), camt.053 or MT940, up to 900 KB and 20,000 lines. You see what it holds before anything is imported."
        accept=".csv,.tsv,.txt,.xls,.xlsx,.html,.xml,.sta,.mt940,.940,text/csv,text/plain,application/xml,text/xml"
      />
      <FormButtons label="Continue" pendingText="Reading…" cancelHref="/settlements/bank-statements" />
    </StaffForm>
  )
}

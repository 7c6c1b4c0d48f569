'use client'
import { FileField } from '#components/shared/form/file-field.tsx'
import { FormButtons, FormError, StaffForm } from '#components/shared/form/staff-form.tsx'
import { useStaffForm } from '#components/shared/form/use-staff-form.ts'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { uploadForm } from './bank-forms.ts'

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

'use client'
import { RadioField } from '#components/shared/form/choice-fields.tsx'
import { TextAreaField, TextField } from '#components/shared/form/fields.tsx'
import { FormButtons, FormError, StaffForm, useForm } from '#components/shared/form/staff-form.tsx'
import { useStaffForm } from '#components/shared/form/use-staff-form.ts'
import { Field } from '#components/ui/field.tsx'
import { inputLook } from '#components/ui/looks.ts'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { batchForm } from './batch-forms.ts'

type BatchFormProps = { action: FormAction; initial: FormState; kinds: Record<string, string> }

/** A new batch from a CSV file or pasted rows. It only checks them. */
export function BatchForm({ action, initial, kinds }: BatchFormProps) {
  const form = useStaffForm({ action, initial, declaration: batchForm })
  return (
    <StaffForm form={form} hidden={{}} className="grid gap-5">
      <FormError />
      <RadioField
        name="kind"
        legend="Action"
        options={Object.entries(kinds).map(([value, label]) => ({ value, label }))}
      />
      <FileField />
      <TextAreaField
        name="rows"
        label="Or paste rows"
        optional
        rows={6}
        spellCheck={false}
        placeholder={'payment_id,amount\npay_…,500.00\npay_…,'}
        hint="One row per payment: its ID and the amount, e.g. 500.00. Leave the amount blank for everything that is left. Up to 1,000 rows."
      />
      <TextField name="name" label="Name" optional maxLength={100} />
      <TextField
        name="reason"
        label="Refund reason"
        optional
        maxLength={256}
        hint="Saved in the notes of each refund."
      />
      <FormButtons label="Check rows" pendingText="Checking…" cancelHref="/batches" />
    </StaffForm>
  )
}

function FileField() {
  const { errorOf } = useForm()
  return (
    <Field label="CSV file" optional error={errorOf('file')}>
      {({ required: _, ...control }) => (
        <input type="file" name="file" accept=".csv,text/csv" className={inputLook()} {...control} />
      )}
    </Field>
  )
}

'use client'
import { RadioField } from '#components/shared/form/choice-fields.tsx'
import { TextAreaField, TextField } from '#components/shared/form/fields.tsx'
import { FileField } from '#components/shared/form/file-field.tsx'
import { FormButtons, FormError, StaffForm } from '#components/shared/form/staff-form.tsx'
import { useStaffForm } from '#components/shared/form/use-staff-form.ts'
import type { RefundReasons } from '#lib/domain/refunds/schema/reasons.ts'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { batchForm } from './batch-forms.ts'
import { BatchReasonField } from './reason-field.tsx'

type BatchFormProps = {
  action: FormAction
  initial: FormState
  kinds: Record<string, string>
  reasons: RefundReasons
}

/** A new batch from a file or pasted rows. It only checks them. */
export function BatchForm({ action, initial, kinds, reasons }: BatchFormProps) {
  const form = useStaffForm({ action, initial, declaration: batchForm })
  return (
    <StaffForm form={form} hidden={{ selection: '' }} className="group/batch grid gap-5">
      <FormError />
      <RadioField
        name="kind"
        legend="Action"
        options={Object.entries(kinds).map(([value, label]) => ({ value, label }))}
      />
      <FileField name="file" label="CSV or Excel file" accept={ACCEPTED} optional />
      <TextAreaField
        name="rows"
        label="Or paste rows"
        optional
        rows={6}
        spellCheck={false}
        placeholder={'payment_id,amount\npay_…,500.00\npay_…,full'}
        hint="One row per payment: its ID and the amount, e.g. 500.00, or full for everything that is left. Refunds can have a reason column. Up to 1,000 rows."
      />
      <AboutBatch kind={null} reasons={reasons} />
      <FormButtons label="Check rows" pendingText="Checking…" cancelHref="/batches" />
    </StaffForm>
  )
}

type SelectedBatchFormProps = {
  action: FormAction
  initial: FormState
  kind: string
  /** The search params of the selection in the list of payments. */
  selection: string
  reasons: RefundReasons
}

const ACCEPTED = '.csv,.tsv,.txt,.xlsx,.xls,.html,text/csv'

/** A new batch of selected payments. It only checks them. */
export function SelectedBatchForm({ action, initial, kind, selection, reasons }: SelectedBatchFormProps) {
  const form = useStaffForm({ action, initial, declaration: batchForm })
  return (
    <StaffForm form={form} hidden={{ kind, selection: `?${selection}` }} className="grid gap-5">
      <FormError />
      <AboutBatch kind={kind} reasons={reasons} />
      <FormButtons
        label="Check payments"
        pendingText="Checking…"
        cancelHref={`/payments${selection && `?${selection}`}`}
      />
    </StaffForm>
  )
}

/** @param kind null where the form has a choice of it */
function AboutBatch({ kind, reasons }: { kind: string | null; reasons: RefundReasons }) {
  return (
    <>
      <TextField name="name" label="Name" optional maxLength={100} />
      {kind !== 'capture' && (
        <div className="group-has-[[name=kind][value=capture]:checked]/batch:hidden">
          <BatchReasonField
            reasons={reasons}
            required={false}
            hint="Saved in the notes of each refund that has no reason in its row."
          />
        </div>
      )}
    </>
  )
}

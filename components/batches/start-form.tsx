'use client'
import { AmountField, TextField } from '#components/shared/form/fields.tsx'
import { MoneyPassword } from '#components/shared/form/password-field.tsx'
import { FormError, StaffForm, Submit } from '#components/shared/form/staff-form.tsx'
import { useStaffForm } from '#components/shared/form/use-staff-form.ts'
import { usePreferences } from '#components/ui/preferences.ts'
import type { BatchKind } from '#lib/domain/batches/schema.ts'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { formatMoney } from '#lib/values/money-text.ts'
import { startForm } from './batch-forms.ts'

type StartFormProps = {
  batch: {
    id: string
    kind: BatchKind
    reason: string | null
    count: number
    total: number
    currency: string
  }
  action: FormAction
  initial: FormState
}

/** Starts a batch once its total is typed. */
export function StartForm({ batch, action, initial }: StartFormProps) {
  const { id, kind, reason, count, total, currency } = batch
  const { grouping } = usePreferences()
  const form = useStaffForm({ action, initial, declaration: startForm, currency })
  const figure = formatMoney(total, currency, grouping)
  const payments = `${count} ${count === 1 ? 'payment' : 'payments'}`
  const consequence =
    kind === 'refund'
      ? `${figure} will be deducted from your balance. Refunds can't be cancelled. Rows above an approval threshold are sent for approval.`
      : `${figure} will be captured. Your fees apply.`
  return (
    <StaffForm
      form={form}
      hidden={{ id, count: String(count) }}
      keepEnter
      className="mt-4 grid max-w-120 gap-3"
    >
      <FormError />
      <p className="text-ink-2">{consequence}</p>
      <AmountField
        name="total"
        label={`Total of ${payments}`}
        currency={currency}
        hint={`Enter ${figure} to confirm.`}
      />
      {kind === 'refund' && reason === null && (
        <TextField
          name="reason"
          label="Refund reason"
          optional
          hint="Rows above an approval threshold need one: the person who approves them reads it."
          maxLength={256}
        />
      )}
      <MoneyPassword />
      <div>
        <Submit pendingText="Starting…">
          {kind === 'refund' ? `Refund ${payments}` : `Capture ${payments}`}
        </Submit>
      </div>
    </StaffForm>
  )
}

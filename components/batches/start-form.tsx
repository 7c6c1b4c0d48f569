'use client'
import { AmountField } from '#components/shared/form/fields.tsx'
import { MoneyPassword } from '#components/shared/form/password-field.tsx'
import { FormError, StaffForm, Submit } from '#components/shared/form/staff-form.tsx'
import { useStaffForm } from '#components/shared/form/use-staff-form.ts'
import { usePreferences } from '#components/ui/preferences.ts'
import type { BatchKind } from '#lib/domain/batches/schema.ts'
import type { RefundReasons } from '#lib/domain/refunds/schema/reasons.ts'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { formatMoney } from '#lib/values/money-text.ts'
import { startForm } from './batch-forms.ts'
import { BatchReasonField } from './reason-field.tsx'

type StartFormProps = {
  batch: {
    id: string
    kind: BatchKind
    reason: string | null
    count: number
    total: number
    currency: string
    without_reason: number
  }
  reasons: RefundReasons
  action: FormAction
  initial: FormState
}

/** Starts a batch once its total is typed. */
export function StartForm({ batch, reasons, action, initial }: StartFormProps) {
  const { id, kind, reason, count, total, currency, without_reason } = batch
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
      {kind === 'refund' && reason === null && without_reason > 0 && (
        <BatchReasonField
          reasons={reasons}
          required={reasons.required}
          hint={`For ${without_reason} ${without_reason === 1 ? 'row' : 'rows'} without a reason. Rows above an approval threshold need one: the person who approves them reads it.`}
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

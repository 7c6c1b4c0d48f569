'use client'
import { useActionState } from 'react'
import { LinkButton } from '#components/ui/button.tsx'
import { usePreferences } from '#components/ui/preferences.ts'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { formatMoney } from '#lib/values/money-text.ts'
import { ActionProblem } from './action-problem.tsx'
import { type CapturedPayment, CaptureSummary } from './capture-summary.tsx'
import type { PlainAction } from './plain-form.ts'

type PlainCaptureFormProps = { payment: CapturedPayment; idempotencyKey: string; action: PlainAction }

/** The capture as a page: an ordinary form, which needs no script. */
export function PlainCaptureForm({ payment, idempotencyKey, action }: PlainCaptureFormProps) {
  const [state, submit] = useActionState(action, null)
  const { grouping } = usePreferences()
  const figure = formatMoney(payment.amount, payment.currency, grouping)
  return (
    <form action={submit} className="grid gap-4">
      <input type="hidden" name="id" value={payment.id} />
      <input type="hidden" name="amount" value={payment.amount} />
      <input type="hidden" name="idempotency_key" value={idempotencyKey} />
      <CaptureSummary {...payment} />
      {state && <ActionProblem error={state.error} />}
      <div className="flex justify-end gap-2">
        <LinkButton href={`/payments/${payment.id}`}>Cancel</LinkButton>
        <SubmitButton pendingText={`Capturing ${figure}…`}>Capture {figure}</SubmitButton>
      </div>
    </form>
  )
}

'use client'
import { useActionState } from 'react'
import { RefundsWaiting, TakesTwo, WaitsForApproval } from '#components/approvals/waiting-notice.tsx'
import { LinkButton } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { usePreferences } from '#components/ui/preferences.ts'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { decimalOf, formatMoney } from '#lib/values/money-text.ts'
import { ActionProblem } from './action-problem.tsx'
import { approvalOf } from './money-action.ts'
import type { PlainAction } from './plain-form.ts'
import { SpeedChoice } from './refund-speed.tsx'
import { REASON_NOTE, type RefundSubject } from './refund-subject.ts'
import { Consequence, RefundSummary } from './refund-summary.tsx'

type PlainRefundFormProps = {
  payment: RefundSubject
  /** Made with the page: sending it twice refunds once. */
  idempotencyKey: string
  action: PlainAction
}

/** The refund as a page: an ordinary form, which needs no script. The amount is sent as it was typed. */
export function PlainRefundForm({ payment, idempotencyKey, action }: PlainRefundFormProps) {
  const [state, submit] = useActionState(action, null)
  const { grouping } = usePreferences()
  const { id, currency, refundable } = payment
  const typed = state?.typed ?? {}
  const asked = approvalOf(state?.error)
  if (state && asked) return <WaitsForApproval id={asked}>{state.error.description}</WaitsForApproval>
  const most = `Up to ${formatMoney(refundable, currency, grouping)} can be refunded.`
  const errorOf = (field: string) => {
    if (state?.error.field !== field) return undefined
    // The interface counts in minor units; people do not.
    return state.error.reason === 'refund_amount_too_large' ? most : state.error.description
  }
  // Without script nobody knows what will be typed, so what is said holds for every amount.
  const above =
    payment.approvalAbove !== null && refundable > payment.approvalAbove ? payment.approvalAbove : null
  const elsewhere =
    state && !['amount', 'speed', 'receipt'].includes(state.error.field ?? '') ? state.error : null
  return (
    <form action={submit} className="grid gap-4">
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="expected_refundable" value={refundable} />
      <input type="hidden" name="idempotency_key" value={idempotencyKey} />
      <RefundsWaiting waiting={payment.waiting} currency={currency} />
      <RefundSummary payment={payment} refundable={refundable} />
      <Field label="Amount" error={errorOf('amount')} required>
        {(control) => (
          <TextInput
            {...control}
            name="amount"
            figures
            inputMode="decimal"
            autoComplete="off"
            before={symbolOf(currency)}
            defaultValue={typed.amount ?? decimalOf(refundable, currency)}
          />
        )}
      </Field>
      <SpeedChoice
        payment={payment}
        speed={typed.speed === 'optimum' ? 'optimum' : 'normal'}
        error={errorOf('speed')}
        both
      />
      <Field label="Refund receipt" optional error={errorOf('receipt')}>
        {(control) => (
          <TextInput
            {...control}
            name="receipt"
            autoComplete="off"
            maxLength={40}
            defaultValue={typed.receipt}
          />
        )}
      </Field>
      <Field label="Reason" optional hint={`Saved in the notes as "${REASON_NOTE}". Not shown to the payer.`}>
        {(control) => (
          <TextInput
            {...control}
            name="reason"
            autoComplete="off"
            maxLength={256}
            defaultValue={typed.reason}
          />
        )}
      </Field>
      {above !== 0 && <Consequence payment={payment} amount={null} upTo={above} />}
      {above !== null && <TakesTwo above={above} currency={currency} />}
      {elsewhere && <ActionProblem error={elsewhere} />}
      <div className="flex justify-end gap-2">
        <LinkButton href={`/payments/${id}`}>Cancel</LinkButton>
        <SubmitButton pendingText={above === 0 ? 'Requesting…' : 'Refunding…'}>
          {above === 0 ? 'Request refund' : 'Refund payment'}
        </SubmitButton>
      </div>
    </form>
  )
}

function symbolOf(currency: string): string {
  return formatMoney(0, currency).replace(/[\d.,\s]/g, '')
}

'use client'
import { type ReactNode, useActionState } from 'react'
import { AmountText } from './amount-text.tsx'
import { FormFrame } from './form-frame.tsx'
import { HoldUntil } from './hold-fields.tsx'
import type { TransferAction, TransferFormState } from './transfer-form-state.ts'

type ChangeProps = {
  id: string
  initial: TransferFormState
  action: TransferAction
  children: ReactNode
}

/** Ends the hold of a transfer. */
export function ReleaseForm({ id, initial, action, children }: ChangeProps) {
  const [state, submit] = useActionState(action, initial)
  return (
    <FormFrame
      state={state}
      submit={submit}
      hidden={{ id, on_hold: 'false' }}
      fields={[]}
      cancelHref={`/transfers/${id}`}
      label="Release it now"
      pendingText="Releasing…"
    >
      {children}
    </FormFrame>
  )
}

/** Says until when a transfer is held. */
export function HoldForm({ id, initial, action, zone, children }: ChangeProps & { zone: string }) {
  const [state, submit] = useActionState(action, initial)
  const { error, values } = state
  return (
    <FormFrame
      state={state}
      submit={submit}
      hidden={{ id }}
      fields={['on_hold_until']}
      cancelHref={`/transfers/${id}`}
      label="Save the end"
      pendingText="Saving…"
    >
      {children}
      <HoldUntil
        key={state.idempotency_key}
        values={values}
        zone={zone}
        error={error?.field === 'on_hold_until' ? error.description : undefined}
      />
    </FormFrame>
  )
}

/** Takes all or part of a transfer back. */
export function ReverseForm({
  id,
  initial,
  action,
  currency,
  hint,
  children,
}: ChangeProps & { currency: string; hint: string }) {
  const [state, submit] = useActionState(action, initial)
  const { error, values } = state
  return (
    <FormFrame
      state={state}
      submit={submit}
      hidden={{ id }}
      fields={['amount']}
      cancelHref={`/transfers/${id}`}
      label="Take this amount back"
      pendingText="Taking it back…"
    >
      {children}
      <AmountText
        key={state.idempotency_key}
        currency={currency}
        initial={values.amount ?? ''}
        hint={hint}
        error={error?.field === 'amount' ? (IN_WORDS[error.reason] ?? error.description) : undefined}
      />
    </FormFrame>
  )
}

/** The interface counts in minor units; people do not. The hint says the amount. */
const IN_WORDS: Record<string, string> = {
  reversal_amount_too_large: 'This is more than is left of the transfer.',
}

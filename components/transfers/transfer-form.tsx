'use client'
import { type ReactNode, useActionState } from 'react'
import { Field } from '#components/ui/field.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { AmountText } from './amount-text.tsx'
import { FormFrame } from './form-frame.tsx'
import { HoldFields } from './hold-fields.tsx'
import type { TransferAction, TransferFormState } from './transfer-form-state.ts'

type TransferFormProps = {
  initial: TransferFormState
  action: TransferAction
  hidden: Record<string, string>
  currency: string
  zone: string
  /** What may be sent at most, in words. */
  hint: string
  label: string
  pendingText: string
  cancelHref: string
  /** What is sent and to whom, above the fields. */
  summary: ReactNode
  /** What follows from it, above the buttons. */
  consequence: ReactNode
}

/** Money into a wallet: an ordinary form, which needs no script. The amount is sent as it was typed. */
export function TransferForm({
  initial,
  action,
  hidden,
  currency,
  zone,
  hint,
  label,
  pendingText,
  cancelHref,
  summary,
  consequence,
}: TransferFormProps) {
  const [state, submit] = useActionState(action, initial)
  const { values, error } = state
  const errorOf = (field: string) => (error?.field === field ? error.description : undefined)
  return (
    <FormFrame
      state={state}
      submit={submit}
      hidden={hidden}
      fields={['amount', 'description', 'on_hold_until']}
      cancelHref={cancelHref}
      label={label}
      pendingText={pendingText}
    >
      {summary}
      {/* Another key is another attempt: the fields then begin with what was typed. */}
      <div key={state.idempotency_key} className="grid gap-4">
        <AmountText currency={currency} initial={values.amount ?? ''} hint={hint} error={errorOf('amount')} />
        <Field
          label="Description"
          optional
          error={errorOf('description')}
          hint="Stands on the statement of the wallet, and in the notes of the transfer."
        >
          {(control) => (
            <TextInput
              {...control}
              name="description"
              autoComplete="off"
              maxLength={255}
              defaultValue={values.description ?? ''}
            />
          )}
        </Field>
        <HoldFields values={values} zone={zone} error={errorOf('on_hold_until')} />
      </div>
      {consequence}
    </FormFrame>
  )
}

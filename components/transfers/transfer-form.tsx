'use client'
import type { ReactNode } from 'react'
import { AmountField, TextField } from '#components/shared/form/fields.tsx'
import { FormFrame, type Sending } from './form-frame.tsx'
import { HoldFields } from './hold-fields.tsx'
import { cashbackForm, transferForm } from './transfer-form-state.ts'

type TransferFormProps = Sending & {
  /** Where the money comes from. */
  from: 'balance' | 'payment'
  hidden: Record<string, string>
  currency: string
  zone: string
  /** The maximum amount, as text. */
  hint: string
  label: string
  pendingText: string
  cancelHref: string
  /** The amount and the receiver, above the fields. */
  summary: ReactNode
  /** The consequences, above the buttons. */
  consequence: ReactNode
}

/** Money into a wallet. The amount is sent as it was typed. */
export function TransferForm({
  from,
  currency,
  zone,
  hint,
  summary,
  consequence,
  ...frame
}: TransferFormProps) {
  return (
    <FormFrame {...frame} declaration={from === 'balance' ? cashbackForm : transferForm}>
      {summary}
      <AmountField name="amount" label="Amount" required currency={currency} hint={hint} />
      <TextField
        name="description"
        label="Description"
        optional
        hint="Shown on the wallet statement and in the transfer notes."
        maxLength={255}
      />
      <HoldFields zone={zone} />
      {consequence}
    </FormFrame>
  )
}

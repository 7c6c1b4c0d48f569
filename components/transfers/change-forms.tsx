'use client'
import type { ReactNode } from 'react'
import { AmountField } from '#components/shared/form/fields.tsx'
import { FormFrame, type Sending } from './form-frame.tsx'
import { HoldUntil } from './hold-fields.tsx'
import { holdForm, releaseForm, reverseForm } from './transfer-form-state.ts'

type ChangeProps = Sending & { id: string; children: ReactNode }

/** Ends the hold of a transfer. */
export function ReleaseForm({ id, children, ...sending }: ChangeProps) {
  return (
    <FormFrame
      {...sending}
      declaration={releaseForm}
      hidden={{ id }}
      cancelHref={`/transfers/${id}`}
      label="Release transfer"
      pendingText="Releasing…"
    >
      {children}
    </FormFrame>
  )
}

/** Says until when a transfer is held. */
export function HoldForm({ id, zone, children, ...sending }: ChangeProps & { zone: string }) {
  return (
    <FormFrame
      {...sending}
      declaration={holdForm}
      hidden={{ id }}
      cancelHref={`/transfers/${id}`}
      label="Save hold"
      pendingText="Saving…"
    >
      {children}
      <HoldUntil zone={zone} />
    </FormFrame>
  )
}

type ReverseProps = ChangeProps & { currency: string; hint: string }

/** Takes all or part of a transfer back. */
export function ReverseForm({ id, currency, hint, children, ...sending }: ReverseProps) {
  return (
    <FormFrame
      {...sending}
      declaration={reverseForm}
      hidden={{ id }}
      cancelHref={`/transfers/${id}`}
      label="Reverse amount"
      pendingText="Reversing…"
    >
      {children}
      <AmountField name="amount" label="Amount" required currency={currency} hint={hint} />
    </FormFrame>
  )
}

'use client'
import { useRef, useState } from 'react'
import { Dialog } from '#components/ui/dialog.tsx'
import { usePreferences } from '#components/ui/preferences.ts'
import { formatMoney } from '#lib/values/money-text.ts'
import type { DialogControl } from './action-link.tsx'
import { RefundForm } from './refund-form.tsx'
import type { RefundAction, RefundSubject as Subject } from './refund-subject.ts'

export type RefundSubject = Subject & { refund: RefundAction }

/** Gives all or part of a payment back. Its title says how much, as it is typed. */
export function RefundDialog({ open, onOpenChange, refund, ...payment }: RefundSubject & DialogControl) {
  const { grouping } = usePreferences()
  const [amount, setAmount] = useState<number | null>(payment.refundable)
  const [pending, setPending] = useState(false)
  const first = useRef<HTMLInputElement>(null)
  const figure = amount === null ? '' : ` ${formatMoney(amount, payment.currency, grouping)}`
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      dismissible={!pending}
      initialFocus={first}
      title={`Refund${figure}${payment.customer ? ` to ${payment.customer}` : ''}?`}
    >
      <RefundForm
        payment={payment}
        refund={refund}
        pending={pending}
        setPending={setPending}
        onAmount={setAmount}
        onDone={() => onOpenChange(false)}
        first={first}
      />
    </Dialog>
  )
}

'use client'
import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { Dialog, DialogClose } from '#components/ui/dialog.tsx'
import { usePreferences } from '#components/ui/preferences.ts'
import type { FormAction } from '#lib/values/form.ts'
import { formatMoney } from '#lib/values/money-text.ts'
import type { DialogControl } from './action-link.tsx'
import { initialRefund, RefundForm, useRefundForm } from './refund-form.tsx'
import type { RefundSubject as Subject } from './refund-subject.ts'

export type RefundDialogProps = Subject & { refund: FormAction }

/** Gives all or part of a payment back. Its title says how much, as it is typed. */
export function RefundDialog({ open, onOpenChange, refund, ...payment }: RefundDialogProps & DialogControl) {
  const router = useRouter()
  const { grouping } = usePreferences()
  const first = useRef<HTMLInputElement>(null)
  // The page behind it may be rendered again: the form keeps its initial data.
  const [initial] = useState(() => initialRefund(payment))
  const { form, amount } = useRefundForm(payment, {
    action: refund,
    initial,
    onDone() {
      router.refresh()
      onOpenChange(false)
    },
  })
  const figure = amount === null ? '' : ` ${formatMoney(amount, payment.currency, grouping)}`
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        // The payment now shows the request.
        if (!next && form.state.error?.reason === 'waiting_for_approval') router.refresh()
        onOpenChange(next)
      }}
      dismissible={!form.pending}
      initialFocus={first}
      title={`Refund${figure}${payment.customer ? ` to ${payment.customer}` : ''}?`}
    >
      <RefundForm
        payment={payment}
        form={form}
        amount={amount}
        cancel={<DialogClose disabled={form.pending} />}
        back={<DialogClose>Back to the payment</DialogClose>}
        dialog
        first={first}
      />
    </Dialog>
  )
}

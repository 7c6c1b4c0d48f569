'use client'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useStaffForm } from '#components/shared/form/use-staff-form.ts'
import { Dialog, DialogClose } from '#components/ui/dialog.tsx'
import { usePreferences } from '#components/ui/preferences.ts'
import type { FormAction } from '#lib/values/form.ts'
import { formatMoney } from '#lib/values/money-text.ts'
import { randomText } from '#lib/values/random-text.ts'
import type { DialogControl } from './action-link.tsx'
import { CaptureForm } from './capture-form.tsx'
import { captureForm } from './capture-subject.ts'
import type { CapturedPayment } from './capture-summary.tsx'

export type CaptureSubject = CapturedPayment & { capture: FormAction }

/** Asks before the money of an authorized payment is taken. */
export function CaptureDialog({ open, onOpenChange, capture, ...payment }: CaptureSubject & DialogControl) {
  const router = useRouter()
  const { grouping } = usePreferences()
  const [initial] = useState(() => ({ values: {}, idempotency_key: randomText(32) }))
  const form = useStaffForm({
    action: capture,
    initial,
    declaration: captureForm,
    onDone() {
      router.refresh()
      onOpenChange(false)
    },
  })
  const figure = formatMoney(payment.amount, payment.currency, grouping)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      dismissible={!form.pending}
      title={`Capture ${figure}${payment.customer ? ` from ${payment.customer}` : ''}?`}
    >
      <CaptureForm payment={payment} form={form} cancel={<DialogClose disabled={form.pending} />} dialog />
    </Dialog>
  )
}

'use client'
import { Money } from '#components/ui/money.tsx'
import { ActionLink } from './action-link.tsx'
import type { CaptureSubject } from './capture-dialog.tsx'
import type { RefundDialogProps } from './refund-dialog.tsx'

export function CaptureLink(subject: CaptureSubject) {
  const load = async () => (await import('./capture-dialog.tsx')).CaptureDialog
  return (
    <ActionLink href={`/payments/${subject.id}/capture`} load={load} subject={subject}>
      Capture <Money amount={subject.amount} currency={subject.currency} />
    </ActionLink>
  )
}

export function RefundPaymentLink(subject: RefundDialogProps) {
  const load = async () => (await import('./refund-dialog.tsx')).RefundDialog
  return (
    <ActionLink href={`/payments/${subject.id}/refund`} load={load} subject={subject}>
      Refund <Money amount={subject.refundable} currency={subject.currency} />
    </ActionLink>
  )
}

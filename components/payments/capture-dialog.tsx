'use client'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Dialog, DialogBody, DialogButtons, DialogClose } from '#components/ui/dialog.tsx'
import { usePreferences } from '#components/ui/preferences.ts'
import { toast } from '#components/ui/toast.tsx'
import { formatMoney } from '#lib/values/money-text.ts'
import type { DialogControl } from './action-link.tsx'
import { ActionProblem } from './action-problem.tsx'
import { type CapturedPayment, CaptureSummary } from './capture-summary.tsx'
import { type ActionError, type ActionResult, NO_ANSWER, useIdempotencyKey } from './money-action.ts'

export type CaptureSubject = CapturedPayment & {
  capture: (input: { id: string; amount: number }, idempotencyKey: string) => Promise<ActionResult>
}

/** Takes the money of an authorized payment: all of it, so that there is nothing to type. */
export function CaptureDialog({ open, onOpenChange, capture, ...payment }: CaptureSubject & DialogControl) {
  const router = useRouter()
  const { grouping } = usePreferences()
  const [key, renewKey] = useIdempotencyKey()
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<ActionError | null>(null)
  const { id, amount, currency } = payment
  const figure = formatMoney(amount, currency, grouping)

  async function submit() {
    if (pending) return
    setPending(true)
    setProblem(null)
    const result = await capture({ id, amount }, key).catch(
      (): ActionResult => ({ ok: false, error: NO_ANSWER }),
    )
    setPending(false)
    if (!result.ok) {
      if (result.error.reason !== NO_ANSWER.reason) renewKey()
      setProblem(result.error)
      router.refresh()
      return
    }
    router.refresh()
    onOpenChange(false)
    toast(`${figure} captured`)
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      dismissible={!pending}
      title={`Capture ${figure}${payment.customer ? ` from ${payment.customer}` : ''}?`}
    >
      <DialogBody className="grid gap-3">
        <CaptureSummary {...payment} />
        {problem && <ActionProblem error={problem} />}
      </DialogBody>
      <DialogButtons>
        <DialogClose disabled={pending} />
        <Button variant="primary" pending={pending} onClick={() => void submit()}>
          {pending ? `Capturing ${figure}…` : `Capture ${figure}`}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

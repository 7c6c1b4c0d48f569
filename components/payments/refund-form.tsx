'use client'
import { zodResolver } from '@hookform/resolvers/zod'
import { useRouter } from 'next/navigation'
import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { RefundsWaiting, TakesTwo, WaitsForApproval } from '#components/approvals/waiting-notice.tsx'
import { Button } from '#components/ui/button.tsx'
import { DialogBody, DialogButtons, DialogClose } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { usePreferences } from '#components/ui/preferences.ts'
import { TextInput } from '#components/ui/text-input.tsx'
import { toast } from '#components/ui/toast.tsx'
import { RefundPaymentSeen } from '#lib/domain/refunds/schema.ts'
import { formatMoney } from '#lib/values/money-text.ts'
import { ActionProblem } from './action-problem.tsx'
import {
  type ActionError,
  type ActionResult,
  approvalOf,
  NO_ANSWER,
  useIdempotencyKey,
} from './money-action.ts'
import { RefundAmount } from './refund-amount.tsx'
import { SpeedChoice } from './refund-speed.tsx'
import {
  REASON_NOTE,
  type RefundAction,
  type RefundInput,
  type RefundRequest,
  type RefundSubject,
} from './refund-subject.ts'
import { Consequence, RefundSummary } from './refund-summary.tsx'
import { StaleView } from './stale-view.tsx'

type RefundFormProps = {
  payment: RefundSubject
  refund: RefundAction
  pending: boolean
  setPending: (pending: boolean) => void
  onAmount: (amount: number | null) => void
  onDone: () => void
  /** The field in which one begins. */
  first: RefObject<HTMLInputElement | null>
}

export function RefundForm({
  payment,
  refund,
  pending,
  setPending,
  onAmount,
  onDone,
  first,
}: RefundFormProps) {
  const router = useRouter()
  const { grouping } = usePreferences()
  const [key, renewKey] = useIdempotencyKey()
  // What was left when the person looked. It changes only when they say that they have looked again.
  const [seen, setSeen] = useState(payment.refundable)
  const [problem, setProblem] = useState<ActionError | null>(null)
  const form = useForm<RefundInput, unknown, RefundRequest>({
    resolver: zodResolver(schemaFor(payment.currency, grouping)),
    defaultValues: {
      id: payment.id,
      amount: seen,
      speed: 'normal',
      receipt: null,
      notes: {},
      expected_refundable: seen,
    },
  })
  const [amount, speed] = form.watch(['amount', 'speed'])
  useEffect(() => onAmount(amount ?? null), [amount, onAmount])
  const figure = amount ? formatMoney(amount, payment.currency, grouping) : ''

  function lookAgain() {
    setSeen(payment.refundable)
    setProblem(null)
    form.setValue('expected_refundable', payment.refundable)
    form.setValue('amount', payment.refundable, { shouldValidate: true })
  }

  async function submit(input: RefundRequest) {
    if (pending) return
    setPending(true)
    setProblem(null)
    const result = await refund(input, key).catch((): ActionResult => ({ ok: false, error: NO_ANSWER }))
    setPending(false)
    if (result.ok) {
      router.refresh()
      onDone()
      toast(`Refund of ${figure} started`)
      return
    }
    if (approvalOf(result.error)) router.refresh()
    if (result.error.reason !== NO_ANSWER.reason) renewKey()
    if (result.error.reason === 'refund_amount_changed') router.refresh()
    const field = FIELDS.find((name) => name === result.error.field)
    if (field) form.setError(field, { message: result.error.description }, { shouldFocus: true })
    else setProblem(result.error)
  }

  const asked = approvalOf(problem)
  if (problem && asked) {
    return (
      <>
        <DialogBody>
          <WaitsForApproval id={asked}>{problem.description}</WaitsForApproval>
        </DialogBody>
        <DialogButtons>
          <DialogClose>Close</DialogClose>
        </DialogButtons>
      </>
    )
  }
  const { errors } = form.formState
  const above = payment.approvalAbove
  const ask = pending ? 'Requesting…' : 'Request refund'
  const refundIt = pending ? `Refunding ${figure}…` : `Refund ${figure}`.trim()
  const waits = above !== null && (amount ?? 0) > above
  const stale = payment.refundable !== seen || problem?.reason === 'refund_amount_changed'
  return (
    <form noValidate onSubmit={(event) => void form.handleSubmit(submit)(event)} onKeyDown={keepEnter}>
      <DialogBody className="grid gap-3.5">
        <RefundsWaiting waiting={payment.waiting} currency={payment.currency} />
        <RefundSummary payment={payment} refundable={seen} />
        <RefundAmount form={form} currency={payment.currency} left={seen} first={first} />
        <SpeedChoice
          payment={payment}
          speed={speed ?? 'normal'}
          onSpeed={(value) => form.setValue('speed', value)}
          error={errors.speed?.message}
        />
        <div className="grid gap-3 desk:grid-cols-2">
          <Field label="Refund receipt" optional error={errors.receipt?.message}>
            {(control) => (
              <TextInput
                {...control}
                autoComplete="off"
                maxLength={40}
                {...form.register('receipt', { setValueAs: (text) => text || null })}
              />
            )}
          </Field>
          <Field
            label="Reason"
            optional
            hint={`Saved in the notes as "${REASON_NOTE}". Not shown to the payer.`}
          >
            {(control) => (
              <TextInput
                {...control}
                autoComplete="off"
                maxLength={256}
                onChange={(event) => form.setValue('notes', reasonNote(event.target.value))}
              />
            )}
          </Field>
        </div>
        {waits ? (
          <TakesTwo above={above ?? 0} currency={payment.currency} />
        ) : (
          <Consequence payment={payment} amount={amount ?? null} />
        )}
        {stale ? (
          <StaleView payment={payment} seen={seen} onLookAgain={lookAgain} />
        ) : (
          problem && <ActionProblem error={problem} />
        )}
      </DialogBody>
      <DialogButtons>
        <DialogClose disabled={pending} />
        <Button type="submit" variant="primary" pending={pending}>
          {waits ? ask : refundIt}
        </Button>
      </DialogButtons>
    </form>
  )
}

const FIELDS = ['amount', 'speed', 'receipt'] as const

/**
 * The schema of the operation, and what only a person's form wants: to the interface a missing amount means all that
 * is left, to somebody who has emptied a field it means nothing.
 */
function schemaFor(currency: string, grouping: 'indian' | 'western') {
  return RefundPaymentSeen.superRefine(({ amount, expected_refundable }, check) => {
    const message =
      amount === undefined
        ? 'Enter an amount, e.g. 1250 or 1250.50.'
        : `Up to ${formatMoney(expected_refundable, currency, grouping)} can be refunded.`
    if (amount === undefined || amount > expected_refundable)
      check.addIssue({ code: 'custom', path: ['amount'], message })
  })
}

/** Money does not move because somebody pressed Enter in a field. */
function keepEnter(event: KeyboardEvent) {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
}

function reasonNote(text: string): Record<string, string> {
  return text.trim() === '' ? {} : { [REASON_NOTE]: text.trim() }
}

'use client'
import { type ReactNode, type RefObject, useState } from 'react'
import { RefundsWaiting, TakesTwo, WaitsForApproval } from '#components/approvals/waiting-notice.tsx'
import { AmountField } from '#components/shared/form/fields.tsx'
import { MoneyFormBody } from '#components/shared/form/money-form-body.tsx'
import { MoneyPassword } from '#components/shared/form/password-field.tsx'
import { FormError, StaffForm, Submit, useForm } from '#components/shared/form/staff-form.tsx'
import { type StaffFormState as Form, useStaffForm } from '#components/shared/form/use-staff-form.ts'
import { Button } from '#components/ui/button.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Money } from '#components/ui/money.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { usePreferences } from '#components/ui/preferences.ts'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { decimalOf, formatMoney, parseMoney } from '#lib/values/money-text.ts'
import { randomText } from '#lib/values/random-text.ts'
import { RefundEnteredFields } from './refund-entered-fields.tsx'
import { SpeedChoice } from './refund-speed.tsx'
import { type RefundSubject, refundForm } from './refund-subject.ts'
import { Consequence, CustomerSees, RefundSummary } from './refund-summary.tsx'

type RefundAmountProps = {
  currency: string
  /** The refundable amount that the person saw. */
  left: number
  /** Set to the field, in which one begins. */
  first: RefObject<HTMLInputElement | null> | undefined
}

const SHARES = [25, 50, 100]

/** The amount of the refund: typed, or a share of the remaining amount. */
function RefundAmount({ currency, left, first }: RefundAmountProps) {
  const { hook } = useForm()
  const set = (share: number) =>
    hook.setValue('amount', decimalOf(part(left, share), currency), { shouldValidate: true })
  return (
    <div>
      <AmountField name="amount" label="Amount" required currency={currency} inputRef={first} />
      <fieldset className="mt-1 flex gap-1.5 noscript:hidden" aria-label="Refund share">
        {SHARES.map((share) => (
          <Button key={share} size="small" onClick={() => set(share)}>
            {share}%
          </Button>
        ))}
      </fieldset>
    </div>
  )
}

function part(amount: number, share: number): number {
  return share === 100 ? amount : Math.floor((amount * share) / 100)
}

/** The form of a refund, and the amount in it; null while it is none. */
export function useRefundForm(
  payment: RefundSubject,
  sending: { action: FormAction; initial: FormState; onDone?: () => void },
) {
  const form = useStaffForm({ ...sending, declaration: refundForm, currency: payment.currency })
  const typed = form.hook.watch('amount') ?? form.initialOf('amount')
  return { form, amount: parseMoney(String(typed ?? ''), payment.currency) }
}

/** The initial values of the form: the full remaining amount, at the merchant's default speed. */
export function initialRefund({ refundable, currency, instant, reasons }: RefundSubject): FormState {
  const speed = instant ? reasons.speed : 'normal'
  return { values: { amount: decimalOf(refundable, currency), speed }, idempotency_key: randomText(32) }
}

type RefundFormProps = {
  payment: RefundSubject
  form: Form
  amount: number | null
  /** Cancel, beside the submit button. */
  cancel: ReactNode
  /** The way back to the payment, once the refund waits for approval. */
  back: ReactNode
  dialog?: boolean
  /** The field in which one begins. */
  first?: RefObject<HTMLInputElement | null>
}

/** A refund, in a dialog or on a page of its own. */
export function RefundForm({ payment, form, amount, cancel, back, dialog = false, first }: RefundFormProps) {
  const { grouping } = usePreferences()
  // The remaining amount that the person saw. It changes only when they confirm the new one.
  const [expected, setExpected] = useState(payment.refundable)
  const { currency, approvalAbove: above } = payment
  const { error } = form.state

  function lookAgain() {
    setExpected(payment.refundable)
    form.clear()
    form.hook.setValue('amount', decimalOf(payment.refundable, currency), { shouldValidate: true })
  }

  if (error?.reason === 'waiting_for_approval')
    return (
      <MoneyFormBody dialog={dialog} buttons={back}>
        <WaitsForApproval
          id={error.metadata?.approval_id ?? ''}
          already={error.metadata?.already_waiting === 'true'}
        >
          {error.description}
        </WaitsForApproval>
      </MoneyFormBody>
    )
  const stale = payment.refundable !== expected || error?.reason === 'refund_amount_changed'
  const figure = amount ? formatMoney(amount, currency, grouping) : ''
  const waits = above !== null && (amount ?? 0) > above
  return (
    <StaffForm
      form={form}
      hidden={{ id: payment.id, expected_refundable: String(expected) }}
      keepEnter
      className={dialog ? undefined : 'grid gap-4'}
    >
      <MoneyFormBody
        dialog={dialog}
        buttons={
          <>
            {cancel}
            <Submit pendingText={waits || above === 0 ? 'Requesting…' : `Refunding ${figure}…`}>
              <span className="noscript:hidden">
                {waits ? `Request refund of ${figure}` : `Refund ${figure}`.trim()}
              </span>
              <span className="hidden noscript:inline">
                {above === 0 ? 'Request refund' : 'Refund payment'}
              </span>
            </Submit>
          </>
        }
      >
        <RefundsWaiting waiting={payment.waiting} currency={currency} />
        <RefundSummary payment={payment} refundable={expected} />
        <RefundAmount currency={currency} left={expected} first={first} />
        <SpeedChoice payment={payment} dialog={dialog} />
        <RefundEnteredFields reasons={payment.reasons} waits={waits} />
        <MoneyPassword />
        <CustomerSees payment={payment} amount={amount} />
        <Outcome payment={payment} amount={amount} waits={waits} dialog={dialog} />
        {stale ? <StaleView payment={payment} expected={expected} onLookAgain={lookAgain} /> : <FormError />}
      </MoneyFormBody>
    </StaffForm>
  )
}

type OutcomeProps = { payment: RefundSubject; amount: number | null; waits: boolean; dialog: boolean }

/**
 * The consequences. Without script the amount is not known before it is submitted, so they are listed for every
 * amount.
 */
function Outcome({ payment, amount, waits, dialog }: OutcomeProps) {
  const { approvalAbove, refundable, currency } = payment
  const above = approvalAbove !== null && refundable > approvalAbove ? approvalAbove : null
  return (
    <>
      {!waits && (
        <div className="noscript:hidden">
          <Consequence payment={payment} amount={amount} />
        </div>
      )}
      {!dialog && above !== 0 && (
        <div className="hidden noscript:block">
          <Consequence payment={payment} amount={null} upTo={above} />
        </div>
      )}
      {above !== null && (waits || !dialog) && (
        <div className={waits ? undefined : 'hidden noscript:block'}>
          <TakesTwo threshold={payment.approvalThreshold ?? above} left={above} currency={currency} />
        </div>
      )}
    </>
  )
}

/** Another person has refunded meanwhile: nothing was done, and the person must see the new remaining amount first. */
function StaleView({
  payment,
  expected,
  onLookAgain,
}: {
  payment: RefundSubject
  expected: number
  onLookAgain: () => void
}) {
  const known = payment.refundable !== expected
  return (
    <Notice tone="wait" role="alert" title="The refundable amount has changed">
      <p>
        {known ? (
          <>
            It was <Money amount={expected} currency={payment.currency} /> and is{' '}
            <Money amount={payment.refundable} currency={payment.currency} /> now.
          </>
        ) : (
          'Part of this payment was refunded meanwhile.'
        )}{' '}
        No refund was issued.
      </p>
      {known && payment.refundable > 0 && (
        <Button size="small" className="mt-2" onClick={onLookAgain}>
          Continue with the new amount
        </Button>
      )}
    </Notice>
  )
}

type RefundPageFormProps = { payment: RefundSubject; initial: FormState; action: FormAction }

/** The refund as a page: the form of the dialog, which needs no script here. */
export function RefundPageForm({ payment, initial, action }: RefundPageFormProps) {
  const { form, amount } = useRefundForm(payment, { initial, action })
  const href = `/payments/${payment.id}`
  return (
    <RefundForm
      payment={payment}
      form={form}
      amount={amount}
      cancel={<LinkButton href={href}>Cancel</LinkButton>}
      back={
        <LinkButton href={href} variant="primary">
          Back to the payment
        </LinkButton>
      }
    />
  )
}

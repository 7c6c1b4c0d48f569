import { type Step, Stepper } from '#components/shared/stepper.tsx'
import { MoneyStrip } from '#components/ui/money-strip.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Time } from '#components/ui/time.tsx'
import type { RefundDetails } from '#lib/domain/refunds/schema.ts'
import { BANK_ZONE, REFUND_DAYS, refundDue } from '#lib/values/working-days.ts'
import { ageOf } from './refund-labels.ts'

/** The progress of a refund, its expected arrival, and the rest of the payment. */
export function RefundProgress({ refund, now }: { refund: RefundDetails; now: number }) {
  const { payment, status, amount } = refund
  // The amount of a failed refund is back in the payment.
  const others = payment.amount_refunded - (status === 'failed' ? 0 : amount)
  return (
    <>
      <Stepper label="Refund progress" steps={stepsOf(refund)} />
      {status === 'pending' && <Expected refund={refund} now={now} />}
      {status === 'failed' && (
        <div className="mt-4">
          <Notice tone="bad" title={refund.failure_reason ?? 'The bank could not process this refund.'}>
            The amount was not sent. You can refund the payment again.
          </Notice>
        </div>
      )}
      <MoneyStrip
        currency={refund.currency}
        items={[
          { label: 'Payment', amount: payment.amount },
          { label: 'Other refunds', amount: -others },
          { label: 'This refund', amount: status === 'failed' ? 0 : -amount },
          { label: 'Left to refund', amount: payment.amount - payment.amount_refunded, net: true },
        ]}
      />
    </>
  )
}

function stepsOf({ status, created_at, finished_at }: RefundDetails): Step[] {
  const request: Step = {
    label: 'Pending',
    state: status === 'pending' ? 'now' : 'done',
    note: <Time at={created_at} focusable />,
  }
  const end = finished_at !== null && <Time at={finished_at} focusable />
  if (status === 'failed') return [request, { label: 'Failed', state: 'failed', note: end }]
  if (status === 'processed') return [request, { label: 'Processed', state: 'done', note: end }]
  return [
    request,
    {
      label: 'Processed',
      state: 'ahead',
      note: (
        <>
          by <Time at={refundDue(created_at)} form="date" zone={BANK_ZONE} focusable />
        </>
      ),
    },
  ]
}

function Expected({ refund, now }: { refund: RefundDetails; now: number }) {
  const { day, max, overdue } = ageOf(refund, now)
  return (
    <div className="mt-4">
      <Notice
        tone={overdue ? 'wait' : 'plain'}
        title={overdue ? `Overdue: working day ${day} of ${max}` : `Working day ${day} of ${max}`}
      >
        Expected by <Time at={refundDue(refund.created_at)} form="date" zone={BANK_ZONE} focusable />. Normal
        refunds take {REFUND_DAYS.min} to {REFUND_DAYS.max} working days (Monday to Friday). Public holidays
        vary by state and can add a day.
      </Notice>
    </div>
  )
}

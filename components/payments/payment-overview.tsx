import type { ReactNode } from 'react'
import { Money } from '#components/ui/money.tsx'
import { MoneyStrip, type StripItem } from '#components/ui/money-strip.tsx'
import { SlipHead } from '#components/ui/slip.tsx'
import { RefundBadge, StatusPill } from '#components/ui/status-pill.tsx'
import type { PaymentDetails } from '#lib/domain/payments/schema.ts'
import { ageText } from '#lib/values/time-text.ts'
import { methodInWords } from './method-labels.ts'

/** The amount, the status, and the actions. */
export function PaymentHead({
  payment,
  now,
  actions,
}: {
  payment: PaymentDetails
  now: number
  actions: ReactNode
}) {
  return (
    <SlipHead amount={<Money amount={payment.amount} currency={payment.currency} />} actions={actions}>
      <StatusPill kind="payment" status={payment.status} />
      {payment.status !== 'refunded' && <RefundBadge status={payment.refund_status} />}
      <span>{methodInWords(payment)}</span>
      {payment.status === 'authorized' && payment.capture_by !== null && (
        <span className="num text-hold">
          {payment.capture_by > now ? `expires ${ageText(payment.capture_by, now)}` : 'lapsed'}
        </span>
      )}
      {payment.operation === 'capture' && <span>capture in progress</span>}
    </SlipHead>
  )
}

/** The amount, its deductions and the rest. Not for attempts that were never authorized. */
export function PaymentStrip({ payment, pending }: { payment: PaymentDetails; pending: number }) {
  if (payment.status === 'created' || payment.status === 'failed') return null
  return (
    <MoneyStrip
      currency={payment.currency}
      items={payment.captured ? taken(payment, pending) : authorizedItems(payment)}
    />
  )
}

function taken(payment: PaymentDetails, pending: number): StripItem[] {
  const fee = payment.fee ?? 0
  return [
    { label: 'Authorized', amount: payment.amount },
    { label: 'Captured', amount: payment.amount },
    { label: 'Fee and tax', amount: -fee },
    {
      label: 'Refunded',
      amount: -payment.amount_refunded,
      note: pending > 0 && (
        <Money amount={pending} currency={payment.currency} className="after:content-['_pending']" />
      ),
    },
    { label: 'Net', amount: payment.amount - fee - payment.amount_refunded, net: true },
  ]
}

/** Authorized and never captured: there is no fee, and the returned amount was never the merchant's. */
function authorizedItems(payment: PaymentDetails): StripItem[] {
  const returned = payment.amount_refunded > 0
  return [
    { label: 'Authorized', amount: payment.amount },
    { label: 'Captured', amount: 0 },
    { label: 'Fee and tax', amount: returned ? 0 : null },
    { label: 'Returned', amount: -payment.amount_refunded },
    { label: 'Net', amount: 0, net: true },
  ]
}

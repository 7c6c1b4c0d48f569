import { DescriptionList, Entry } from '#components/ui/description-list.tsx'
import { Money } from '#components/ui/money.tsx'
import type { RefundSubject } from './refund-subject.ts'

export function RefundSummary({ payment, refundable }: { payment: RefundSubject; refundable: number }) {
  const { id, amount, currency, method, receipt } = payment
  return (
    <DescriptionList>
      <Entry term="Payment">
        <span className="mono">{id}</span>
      </Entry>
      <Entry term="Refund to">{method}</Entry>
      {receipt && <Entry term="Receipt">{receipt}</Entry>}
      <Entry term="Refundable">
        <Money amount={refundable} currency={currency} /> of <Money amount={amount} currency={currency} />
      </Entry>
    </DescriptionList>
  )
}

/**
 * The consequences, and the fees that are not returned.
 * @param upTo the highest amount without approval, where the amount is not known; null for any
 */
export function Consequence({
  payment,
  amount,
  upTo = null,
}: {
  payment: RefundSubject
  amount: number | null
  upTo?: number | null
}) {
  const { currency, fee } = payment
  return (
    <p className="text-table text-ink-2">
      {amount === null && upTo !== null ? (
        <>
          Up to <Money amount={upTo} currency={currency} className="font-semibold text-ink" /> the amount
        </>
      ) : amount === null ? (
        'The amount'
      ) : (
        <Money amount={amount} currency={currency} className="font-semibold text-ink" />
      )}{' '}
      will be deducted from your balance. Refunds can't be cancelled.
      {fee !== null && fee > 0 && (
        <>
          {' '}
          The fee of <Money amount={fee} currency={currency} /> (including tax) is not refunded.
        </>
      )}
    </p>
  )
}

export function CustomerSees({ payment, amount }: { payment: RefundSubject; amount: number | null }) {
  const { currency, merchant, method, wallet } = payment
  return (
    <p className="text-table text-ink-2">
      The customer will see{' '}
      {amount === null ? 'the refund' : <Money amount={amount} currency={currency} className="text-ink" />}{' '}
      from <span className="text-ink">{merchant}</span> {wallet ? 'in their wallet' : <>on {method}</>},
      without the receipt and the reason.
    </p>
  )
}

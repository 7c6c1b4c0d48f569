import { DescriptionList, Entry } from '#components/ui/description-list.tsx'
import { Money } from '#components/ui/money.tsx'
import { Time } from '#components/ui/time.tsx'

export type CapturedPayment = {
  id: string
  amount: number
  currency: string
  customer: string | null
  method: string
  receipt: string | null
  captureBy: number | null
  expectedFee: number
}

/** The captured amount, and the consequences. */
export function CaptureSummary({
  id,
  amount,
  currency,
  method,
  receipt,
  captureBy,
  expectedFee,
}: CapturedPayment) {
  return (
    <>
      <DescriptionList>
        <Entry term="Payment">
          <span className="mono">{id}</span>
        </Entry>
        <Entry term="Method">{method}</Entry>
        {receipt && <Entry term="Receipt">{receipt}</Entry>}
        {captureBy !== null && (
          <Entry term="Expires">
            <Time at={captureBy} form="full" />
          </Entry>
        )}
      </DescriptionList>
      <p className="text-table text-ink-2">
        The full amount is captured. After the fee of <Money amount={expectedFee} currency={currency} />{' '}
        (including tax),{' '}
        <Money amount={amount - expectedFee} currency={currency} className="font-semibold text-ink" /> is
        added to your balance.
      </p>
    </>
  )
}

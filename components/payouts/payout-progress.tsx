import { type Step, Stepper } from '#components/shared/stepper.tsx'
import { Money } from '#components/ui/money.tsx'
import { MoneyStrip } from '#components/ui/money-strip.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Time } from '#components/ui/time.tsx'
import type { ListedPayout } from '#lib/domain/payouts/schema.ts'

/** The progress of a payout, its debit of the wallet, and its return. */
export function PayoutProgress({ payout }: { payout: ListedPayout }) {
  const { status, amount, fees, tax, currency } = payout
  const total = amount + fees + tax
  const reversed = status === 'reversed'
  return (
    <>
      <Stepper label="Payout progress" steps={stepsOf(payout)} />
      {reversed && (
        <div className="mt-4">
          <Notice tone="bad" title={payout.failure_reason ?? 'The bank could not process this payout.'}>
            Returned to the wallet: <Money amount={total} currency={currency} />, including fee and tax.
          </Notice>
        </div>
      )}
      <MoneyStrip
        currency={currency}
        items={[
          { label: 'Amount', amount },
          { label: 'Fee', amount: fees },
          { label: 'Tax', amount: tax },
          ...(reversed ? [{ label: 'Returned', amount: -total }] : []),
          { label: 'Deducted from the wallet', amount: reversed ? 0 : total, net: true },
        ]}
      />
    </>
  )
}

function stepsOf({ status, created_at, finished_at }: ListedPayout): Step[] {
  const begun: Step = {
    label: 'Processing',
    state: status === 'processing' ? 'now' : 'done',
    note: <Time at={created_at} focusable />,
  }
  const end = finished_at !== null && <Time at={finished_at} focusable />
  if (status === 'reversed') return [begun, { label: 'Reversed', state: 'failed', note: end }]
  return [begun, { label: 'Processed', state: status === 'processed' ? 'done' : 'ahead', note: end }]
}

import { type Step, Stepper } from '#components/shared/stepper.tsx'
import { MoneyStrip } from '#components/ui/money-strip.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Time } from '#components/ui/time.tsx'
import type { ListedTransfer } from '#lib/domain/transfers/schema.ts'
import { failureWords, leftOf } from './transfer-labels.ts'

/** The progress of a transfer, and its reversed amount. */
export function TransferProgress({ transfer }: { transfer: ListedTransfer }) {
  const { status, amount, amount_reversed, currency } = transfer
  return (
    <>
      <Stepper label="Transfer progress" steps={stepsOf(transfer)} />
      {status === 'failed' ? (
        <div className="mt-4 mb-5">
          <Notice tone="bad" title="The transfer failed">
            {failureWords(transfer.failure_reason)}
          </Notice>
        </div>
      ) : (
        <MoneyStrip
          currency={currency}
          items={[
            { label: 'Transferred', amount },
            { label: 'Reversed', amount: -amount_reversed },
            {
              label: status === 'created' ? 'On hold' : 'Net transferred',
              amount: leftOf(transfer),
              net: true,
            },
          ]}
        />
      )}
    </>
  )
}

function stepsOf({ status, created_at, processed_at, on_hold_until }: ListedTransfer): Step[] {
  const begun: Step = { label: 'Created', state: 'done', note: <Time at={created_at} focusable /> }
  if (status === 'failed') return [begun, { label: 'Failed', state: 'failed' }]
  if (status === 'processed')
    return [begun, { label: 'Processed', state: 'done', note: <Time at={processed_at} focusable /> }]
  const end = on_hold_until === null ? 'until released' : <Time at={on_hold_until} focusable />
  return [
    begun,
    { label: 'On hold', state: 'now', note: on_hold_until === null ? end : <>until {end}</> },
    { label: 'Processed', state: 'ahead' },
  ]
}

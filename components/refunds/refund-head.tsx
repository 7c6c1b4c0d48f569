import { methodInWords } from '#components/payments/method-labels.ts'
import { PrintButton } from '#components/shared/print-button.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Money } from '#components/ui/money.tsx'
import { SlipHead } from '#components/ui/slip.tsx'
import { StatusPill } from '#components/ui/status-pill.tsx'
import type { RefundDetails } from '#lib/domain/refunds/schema.ts'
import { speedWords } from './refund-labels.ts'

/** The amount of a refund, its destination, and its status. */
export function RefundHead({ refund, curl }: { refund: RefundDetails; curl: string }) {
  return (
    <SlipHead
      amount={<Money amount={refund.amount} currency={refund.currency} />}
      actions={
        <>
          <CopyButton value={curl}>Copy curl</CopyButton>
          {refund.status !== 'failed' && <PrintButton>Print advice</PrintButton>}
        </>
      }
    >
      <StatusPill kind="refund" status={refund.status} />
      <span>
        {speedWords(refund)} speed, to {methodInWords(refund.payment)}
      </span>
    </SlipHead>
  )
}

import { FileDown } from 'lucide-react'
import { PrintButton } from '#components/shared/print-button.tsx'
import { DocumentButton } from '#components/ui/button.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Money } from '#components/ui/money.tsx'
import { SlipHead } from '#components/ui/slip.tsx'
import { StatusPill } from '#components/ui/status-pill.tsx'
import type { ListedPayout } from '#lib/domain/payouts/schema.ts'
import { bankWords } from './payout-labels.ts'

/** The amount of a payout, its destination, and its status. */
export function PayoutHead({ payout, curl }: { payout: ListedPayout; curl: string }) {
  return (
    <SlipHead
      amount={<Money amount={payout.amount} currency={payout.currency} />}
      actions={
        <>
          <CopyButton value={curl}>Copy curl</CopyButton>
          <PrintButton />
          <DocumentButton href={`/payouts/${payout.id}/pdf`} download>
            <FileDown aria-hidden="true" /> Advice PDF
          </DocumentButton>
        </>
      }
    >
      <StatusPill kind="payout" status={payout.status} />
      <span className="num wrap-anywhere">
        to {payout.holder}, {bankWords(payout)}
      </span>
    </SlipHead>
  )
}

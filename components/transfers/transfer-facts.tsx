import { DescriptionList, Entry } from '#components/ui/description-list.tsx'
import { Id } from '#components/ui/id.tsx'
import { Money } from '#components/ui/money.tsx'
import type { ListedTransfer } from '#lib/domain/transfers/schema.ts'
import { HoldEnd } from './hold-end.tsx'
import { leftOf } from './transfer-labels.ts'

export function TransferFacts({ transfer, now }: { transfer: ListedTransfer; now: number }) {
  const { recipient, customer_name, currency } = transfer
  return (
    <DescriptionList>
      <Entry term="Transfer">
        <Id value={transfer.id} href={`/transfers/${transfer.id}`} />
      </Entry>
      <Entry term="To">{customer_name ?? <span className="mono">{recipient}</span>}</Entry>
      <Entry term="Remaining">
        <Money amount={leftOf(transfer)} currency={currency} /> of{' '}
        <Money amount={transfer.amount} currency={currency} />
      </Entry>
      {transfer.status === 'created' && (
        <Entry term="On hold">
          <HoldEnd transfer={transfer} now={now} />
        </Entry>
      )}
    </DescriptionList>
  )
}

import { CustomerLink } from '#components/customers/customer-link.tsx'
import { DescriptionList, Entry } from '#components/ui/description-list.tsx'
import { Id } from '#components/ui/id.tsx'
import { StubSection } from '#components/ui/slip.tsx'
import { Time } from '#components/ui/time.tsx'
import type { ListedTransfer } from '#lib/domain/transfers/schema.ts'
import { creatorText } from '#lib/values/creator-text.ts'
import { descriptionOf } from './transfer-labels.ts'

/** The stub of a transfer: everything one looks up on it. */
export function TransferStub({ transfer }: { transfer: ListedTransfer }) {
  const { id, source, recipient, customer_name } = transfer
  const notes = Object.entries(Array.isArray(transfer.notes) ? {} : transfer.notes)
  return (
    <>
      <StubSection title="Transfer">
        <DescriptionList>
          <Entry term="ID">
            <Id value={id} />
          </Entry>
          <Entry term="From">
            {source.startsWith('pay_') ? (
              <Id value={source} href={`/payments/${source}`} />
            ) : (
              'Account balance'
            )}
          </Entry>
          <Entry term="Created">
            <Time at={transfer.created_at} form="full" focusable />
          </Entry>
          <Entry term="Requested by">{creatorText(transfer.created_by)}</Entry>
          {transfer.status === 'created' && (
            <Entry term="On hold until">
              {transfer.on_hold_until === null ? (
                'released manually'
              ) : (
                <Time at={transfer.on_hold_until} form="full" focusable />
              )}
            </Entry>
          )}
          {transfer.processed_at !== null && (
            <Entry term="Processed">
              <Time at={transfer.processed_at} form="full" focusable />
            </Entry>
          )}
          <Entry term="Statement">{descriptionOf(transfer)}</Entry>
        </DescriptionList>
      </StubSection>
      <StubSection title="Wallet">
        <DescriptionList>
          <CustomerLink id={recipient} name={customer_name} />
        </DescriptionList>
      </StubSection>
      <StubSection title="Notes">
        {notes.length === 0 ? (
          <p className="text-table text-ink-3">None.</p>
        ) : (
          <DescriptionList>
            {notes.map(([name, text]) => (
              <Entry key={name} term={<span className="wrap-anywhere">{name}</span>}>
                {text}
              </Entry>
            ))}
          </DescriptionList>
        )}
      </StubSection>
    </>
  )
}

import type { ReactNode } from 'react'
import { AcquirerEntry } from '#components/acquirers/acquirer-entry.tsx'
import { bankReferences } from '#components/payments/bank-references.ts'
import { contactText } from '#components/payments/contact-text.ts'
import { methodInWords } from '#components/payments/method-labels.ts'
import { DescriptionList, Entry } from '#components/ui/description-list.tsx'
import { Id } from '#components/ui/id.tsx'
import { copiedText } from '#components/ui/looks.ts'
import { StubSection } from '#components/ui/slip.tsx'
import { Time } from '#components/ui/time.tsx'
import { reasonOf } from '#lib/domain/refunds/schema/reasons.ts'
import type { RefundDetails } from '#lib/domain/refunds/schema.ts'
import { creatorText } from '#lib/values/creator-text.ts'
import { speedWords } from './refund-labels.ts'

type RefundStubProps = {
  refund: RefundDetails
  /** Whether the reader may open the acquirer. */
  linked: boolean
  link: ReactNode
  notes: ReactNode
}

/** The stub of a refund: ids, requester and reason, the bank's references, the payer, notes. */
export function RefundStub({ refund, linked, link, notes }: RefundStubProps) {
  const { payment } = refund
  const references = bankReferences(refund.acquirer_data)
  return (
    <>
      <StubSection title="Refund">
        <DescriptionList>
          <Entry term="ID">
            <Id value={refund.id} />
          </Entry>
          <Entry term="Payment">
            <Id value={refund.payment_id} href={`/payments/${refund.payment_id}`} />
          </Entry>
          {payment.order_id && (
            <Entry term="Order">
              <Id value={payment.order_id} href={`/orders/${payment.order_id}`} />
            </Entry>
          )}
          <Entry term="Created">
            <Time at={refund.created_at} form="full" focusable />
          </Entry>
          <AcquirerEntry of={refund.acquirer} linked={linked} />
          <Entry term="Speed">{speedWords(refund)}</Entry>
          <Entry term="Requested by">{creatorText(refund.created_by)}</Entry>
          <Entry term="Receipt">{refund.receipt}</Entry>
          <Entry term="Reason">{reasonOf(refund)}</Entry>
        </DescriptionList>
      </StubSection>
      <StubSection title="Bank">
        {references.length === 0 ? (
          <p className="text-table text-ink-2">
            {refund.status === 'pending'
              ? 'Available after the bank sends the money.'
              : 'No reference from the bank.'}
          </p>
        ) : (
          <DescriptionList>
            {references.map(({ name, label, value }) => (
              <Entry key={name} term={label}>
                <Reference label={label} value={value} />
              </Entry>
            ))}
          </DescriptionList>
        )}
      </StubSection>
      <StubSection title="Payer">
        <DescriptionList>
          <Entry term="Email">{payment.email}</Entry>
          <Entry term="Phone">
            {payment.contact && <span className="num">{contactText(payment.contact)}</span>}
          </Entry>
          <Entry term="Paid with">{methodInWords(payment)}</Entry>
        </DescriptionList>
      </StubSection>
      {link}
      {notes}
    </>
  )
}

/** A click copies it. */
function Reference({ label, value }: { label: string; value: string }) {
  return (
    <button
      type="button"
      data-copy={value}
      aria-label={`${label} ${value}, copy`}
      className={`${copiedText} mono`}
    >
      {value}
    </button>
  )
}

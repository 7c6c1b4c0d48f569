import { AcquirerEntry } from '#components/acquirers/acquirer-entry.tsx'
import { DescriptionList, Entry } from '#components/ui/description-list.tsx'
import { Id } from '#components/ui/id.tsx'
import { Link } from '#components/ui/link.tsx'
import { copiedText } from '#components/ui/looks.ts'
import { StubSection } from '#components/ui/slip.tsx'
import { Time } from '#components/ui/time.tsx'
import type { PayoutDetails } from '#lib/domain/payouts/schema.ts'
import { creatorText } from '#lib/values/creator-text.ts'

/**
 * The stub of a payout: ids, the bank and its reference, the wallet's owner, notes.
 * @param linked whether the reader may open the fund account, and the acquirer
 */
export function PayoutStub({
  payout,
  linked,
}: {
  payout: PayoutDetails
  linked: { fundAccount: boolean; acquirer: boolean }
}) {
  const notes = Array.isArray(payout.notes) ? [] : Object.entries(payout.notes)
  return (
    <>
      <StubSection title="Payout">
        <DescriptionList>
          <Entry term="ID">
            <Id value={payout.id} />
          </Entry>
          <Entry term="Purpose">{payout.purpose}</Entry>
          <Entry term="Reference">{payout.reference_id}</Entry>
          <Entry term="Narration">
            <span className="mono">{payout.narration}</span>
          </Entry>
          <Entry term="Created">
            <Time at={payout.created_at} form="full" focusable />
          </Entry>
          <AcquirerEntry of={payout.acquirer} linked={linked.acquirer} />
          <Entry term="Requested by">{creatorText(payout.created_by)}</Entry>
        </DescriptionList>
      </StubSection>
      <StubSection title="Bank">
        <DescriptionList>
          <Entry term="UTR">
            {payout.utr && (
              <button
                type="button"
                data-copy={payout.utr}
                aria-label={`UTR ${payout.utr}, copy`}
                className={`${copiedText} mono`}
              >
                {payout.utr}
              </button>
            )}
          </Entry>
          <Entry term="Holder">{payout.holder}</Entry>
          <Entry term="Bank">{payout.bank_name}</Entry>
          <Entry term="IFSC">
            <span className="mono">{payout.ifsc}</span>
          </Entry>
          <Entry term="Account">
            {linked.fundAccount ? (
              <Link href={`/fund-accounts?id=${payout.fund_account_id}`} className="link num">
                ••••{payout.number_last4}
              </Link>
            ) : (
              <span className="num">••••{payout.number_last4}</span>
            )}
          </Entry>
        </DescriptionList>
      </StubSection>
      <StubSection title="From the wallet of">
        <DescriptionList>
          <Entry term="Customer">{payout.customer_name}</Entry>
          <Entry term="ID">
            <Id value={payout.customer_id} href={`/customers/${payout.customer_id}`} />
          </Entry>
        </DescriptionList>
      </StubSection>
      {notes.length > 0 && (
        <StubSection title="Notes">
          <DescriptionList>
            {notes.map(([name, text]) => (
              <Entry key={name} term={name}>
                {text}
              </Entry>
            ))}
          </DescriptionList>
        </StubSection>
      )}
    </>
  )
}

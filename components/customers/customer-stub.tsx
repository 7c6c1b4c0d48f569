import { DescriptionList, Entry } from '#components/ui/description-list.tsx'
import { Id } from '#components/ui/id.tsx'
import { Link } from '#components/ui/link.tsx'
import { copiedText } from '#components/ui/looks.ts'
import { StubSection } from '#components/ui/slip.tsx'
import { Time } from '#components/ui/time.tsx'
import type { CustomerDetails } from '#lib/domain/customers/schema.ts'
import { countryName } from '#lib/values/country.ts'
import { creatorText } from '#lib/values/creator-text.ts'
import { gstStateOf } from '#lib/values/gstin.ts'

/** The stub of a customer: what one looks up on it. */
export function CustomerStub({ customer, mayWrite }: { customer: CustomerDetails; mayWrite: boolean }) {
  const { id, gstin, country, contact } = customer
  return (
    <>
      <StubSection title="Customer">
        <DescriptionList>
          <Entry term="ID">
            <Id value={id} />
          </Entry>
          <Entry term="Created">
            <Time at={customer.created_at} form="full" focusable />
          </Entry>
          <Entry term="Created by">{creatorText(customer.created_by)}</Entry>
          <Entry term="Last payment">
            {customer.last_payment_at === null ? null : (
              <Time at={customer.last_payment_at} form="full" focusable />
            )}
          </Entry>
        </DescriptionList>
      </StubSection>
      <StubSection title="Phone and tax">
        <DescriptionList>
          <Entry term="Country">{country === null ? null : countryName(country)}</Entry>
          <Entry term="Wallet">
            {customer.has_wallet ? (
              <Link href={`/customers/${id}?tab=wallet`} className="link">
                Open
              </Link>
            ) : contact === null ? (
              'Not available: no phone number'
            ) : (
              walletWords(customer)
            )}
          </Entry>
          <Entry term="GSTIN">
            {gstin === null ? null : (
              <>
                <button
                  type="button"
                  title={gstin}
                  data-copy={gstin}
                  aria-label={`${gstin}, copy`}
                  className={`${copiedText} mono`}
                >
                  {gstin}
                </button>
                <span className="block text-ink-2">{gstStateOf(gstin)?.name}</span>
              </>
            )}
          </Entry>
        </DescriptionList>
      </StubSection>
      <Notes customer={customer} mayWrite={mayWrite} />
    </>
  )
}

function walletWords({ wallet_possible }: CustomerDetails): string {
  return wallet_possible
    ? 'None yet. Can be created: valid Indian mobile'
    : 'Not available: not an Indian mobile'
}

/** Notes belong to what an edit replaces as a whole, so they are changed in its form. */
function Notes({ customer, mayWrite }: { customer: CustomerDetails; mayWrite: boolean }) {
  const pairs = Object.entries(customer.notes)
  return (
    <StubSection title="Notes">
      {pairs.length === 0 ? (
        <p className="text-table text-ink-3">
          None.{' '}
          {mayWrite && (
            <Link href={`/customers/${customer.id}/edit`} className="link">
              Add notes
            </Link>
          )}
        </p>
      ) : (
        <DescriptionList>
          {pairs.map(([name, text]) => (
            <Entry key={name} term={<span className="wrap-anywhere">{name}</span>}>
              {text}
            </Entry>
          ))}
        </DescriptionList>
      )}
    </StubSection>
  )
}

import type { ReactNode } from 'react'
import { CustomerLink } from '#components/customers/customer-link.tsx'
import { DescriptionList, Entry } from '#components/ui/description-list.tsx'
import { Id } from '#components/ui/id.tsx'
import { copiedText } from '#components/ui/looks.ts'
import { StubSection } from '#components/ui/slip.tsx'
import { Time } from '#components/ui/time.tsx'
import type { PaymentDetails } from '#lib/domain/payments/schema.ts'
import { capitalized } from '#lib/values/text.ts'
import { ageText } from '#lib/values/time-text.ts'
import { bankReferences } from './bank-references.ts'
import { contactText } from './contact-text.ts'
import { bankWord, networkWord, WALLET_LABELS } from './method-labels.ts'

type PaymentStubProps = {
  payment: PaymentDetails
  now: number
  notes: ReactNode
}

/** The stub of a payment: everything one looks up on it. */
export function PaymentStub({ payment, now, notes }: PaymentStubProps) {
  return (
    <>
      <StubSection title="Payment">
        <DescriptionList>
          <Entry term="ID">
            <Id value={payment.id} />
          </Entry>
          {payment.order_id && (
            <Entry term="Order">
              <Id value={payment.order_id} href={`/orders/${payment.order_id}`} />
            </Entry>
          )}
          {payment.order_id && <Entry term="Receipt">{payment.receipt}</Entry>}
          <Entry term="Created">
            <Time at={payment.created_at} form="full" focusable />
          </Entry>
          {payment.captured_at !== null && (
            <Entry term="Captured">
              <Time at={payment.captured_at} form="full" focusable />
            </Entry>
          )}
          {payment.status === 'authorized' && payment.capture_by !== null && (
            <Entry term="Capture by">
              <Time at={payment.capture_by} form="full" focusable />
              <span className="block text-ink-2">
                {payment.capture_by > now
                  ? `expires ${ageText(payment.capture_by, now)}`
                  : 'expired; the money returns to the payer'}
              </span>
            </Entry>
          )}
          {payment.description && <Entry term="Description">{payment.description}</Entry>}
        </DescriptionList>
      </StubSection>
      <StubSection title="Customer">
        <DescriptionList>
          {payment.customer_id && <CustomerLink id={payment.customer_id} name={payment.customer_name} />}
          <Entry term="Email">{payment.email}</Entry>
          <Entry term="Phone">
            {payment.contact && <span className="num">{contactText(payment.contact)}</span>}
          </Entry>
        </DescriptionList>
      </StubSection>
      {payment.card && <CardSection card={payment.card} />}
      <BankSection payment={payment} />
      {payment.payer_device && <DeviceSection device={payment.payer_device} />}
      {notes}
    </>
  )
}

function CardSection({ card }: { card: NonNullable<PaymentDetails['card']> }) {
  return (
    <StubSection title="Card">
      <DescriptionList>
        <Entry term="Network">{networkWord(card)}</Entry>
        <Entry term="Ending">
          <span className="num">{card.last4}</span>
        </Entry>
        <Entry term="Type">
          {capitalized(
            [card.type, card.sub_type === 'business' ? 'business' : null].filter(Boolean).join(', '),
          )}
        </Entry>
        {card.issuer && <Entry term="Issuer">{bankWord(card.issuer)}</Entry>}
        {card.name && <Entry term="Name">{card.name}</Entry>}
        <Entry term="Issued">{card.international ? 'Abroad' : 'In India'}</Entry>
      </DescriptionList>
    </StubSection>
  )
}

/** The payer's browser or app, where the merchant's server sent it with the payment. */
function DeviceSection({ device }: { device: NonNullable<PaymentDetails['payer_device']> }) {
  const { authentication, browser, ip, referer, user_agent } = device
  const isScreenKnown = browser?.screen_width !== undefined && browser.screen_height !== undefined
  return (
    <StubSection title="Payer's device">
      <DescriptionList>
        {ip && (
          <Entry term="IP address">
            <Copied value={ip} />
          </Entry>
        )}
        {authentication && <Entry term="Channel">{authentication.authentication_channel}</Entry>}
        {user_agent && (
          <Entry term="User agent">
            <span className="break-words">{user_agent}</span>
          </Entry>
        )}
        {referer && (
          <Entry term="Referrer">
            <span className="break-all">{referer}</span>
          </Entry>
        )}
        {browser && isScreenKnown && (
          <Entry term="Screen">
            <span className="num">{`${browser.screen_width} × ${browser.screen_height}`}</span>
          </Entry>
        )}
        {browser?.language && <Entry term="Language">{browser.language}</Entry>}
      </DescriptionList>
    </StubSection>
  )
}

function BankSection({ payment }: { payment: PaymentDetails }) {
  const references = bankReferences(payment.acquirer_data)
  if (references.length === 0 && !payment.vpa && !payment.bank && !payment.wallet) return null
  return (
    <StubSection title="Bank">
      <DescriptionList>
        {payment.vpa && (
          <Entry term="UPI ID">
            <Copied value={payment.vpa} />
          </Entry>
        )}
        {payment.bank && <Entry term="Bank">{bankWord(payment.bank)}</Entry>}
        {payment.wallet && (
          <Entry term="Wallet">
            {payment.wallet === 'openwallet'
              ? "The customer's wallet"
              : (WALLET_LABELS[payment.wallet] ?? payment.wallet)}
          </Entry>
        )}
        {references.map(({ name, label, value }) => (
          <Entry key={name} term={label}>
            <Copied value={value} />
          </Entry>
        ))}
      </DescriptionList>
    </StubSection>
  )
}

/** A reference that is copied by pressing it; it has no page of its own. */
function Copied({ value }: { value: string }) {
  return (
    <button
      type="button"
      title={value}
      data-copy={value}
      aria-label={`${value}, copy`}
      className={`${copiedText} mono`}
    >
      {value}
    </button>
  )
}

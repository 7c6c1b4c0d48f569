import type { ReactNode } from 'react'
import { AcquirerEntry } from '#components/acquirers/acquirer-entry.tsx'
import { CustomerLink } from '#components/customers/customer-link.tsx'
import { DescriptionList, Entry } from '#components/ui/description-list.tsx'
import { Id } from '#components/ui/id.tsx'
import { Link } from '#components/ui/link.tsx'
import { copiedText } from '#components/ui/looks.ts'
import { Money } from '#components/ui/money.tsx'
import { StubSection } from '#components/ui/slip.tsx'
import { StatusPill } from '#components/ui/status-pill.tsx'
import { Time } from '#components/ui/time.tsx'
import { reasonWord } from '#lib/domain/payments/schema/failure-messages.ts'
import type { PaymentDetails, PaymentsOfPayer } from '#lib/domain/payments/schema.ts'
import type { PaymentSettlement } from '#lib/domain/settlements/schema.ts'
import { capitalized } from '#lib/values/text.ts'
import { ageText } from '#lib/values/time-text.ts'
import { bankReferences } from './bank-references.ts'
import { contactText } from './contact-text.ts'
import { bankWord, networkWord, WALLET_LABELS } from './method-labels.ts'

type PaymentStubProps = {
  payment: PaymentDetails
  now: number
  /** The settlement with which its money arrives. */
  settlement?: PaymentSettlement | undefined
  /** The other payments of its payer. */
  others?: PaymentsOfPayer | undefined
  notes: ReactNode
}

/** The stub of a payment: everything one looks up on it. */
export function PaymentStub({ payment, now, settlement, others, notes }: PaymentStubProps) {
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
          <AcquirerEntry of={payment.acquirer} linked />
          {settlement && <SettlementEntry settlement={settlement} now={now} />}
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
      {others && others.items.length > 0 && <OtherPayments others={others} />}
      {payment.card && <CardSection card={payment.card} />}
      <BankSection payment={payment} />
      {payment.payer_device && <DeviceSection device={payment.payer_device} />}
      {notes}
    </>
  )
}

/** When the money reaches the bank account of the business. */
function SettlementEntry({ settlement: found, now }: { settlement: PaymentSettlement; now: number }) {
  const { settlement, expected_at, settles } = found
  if (settlement)
    return (
      <Entry term="Settlement">
        <Id value={settlement.id} href={`/settlements/${settlement.id}`} />
        <span className="block text-ink-2">
          {settlement.status === 'failed' ? (
            'failed; the amount is in the next settlement'
          ) : (
            <>
              {settlement.status === 'processed' ? 'processed' : 'at the bank'} since{' '}
              <Time at={settlement.created_at} form="date" />
            </>
          )}
        </span>
      </Entry>
    )
  return (
    <Entry term="Settlement">
      {expected_at !== null ? (
        <>expected {expected_at <= now ? 'today' : <Time at={expected_at} form="date" />}</>
      ) : settles ? null : (
        <Link href="/settlements/schedule" className="link">
          not scheduled
        </Link>
      )}
    </Entry>
  )
}

/** Other payments and failed attempts of the payer, newest first. */
function OtherPayments({ others: { items, filter } }: { others: PaymentsOfPayer }) {
  return (
    <StubSection title="Other payments of this payer">
      <ul className="grid gap-1.5 text-table">
        {items.map(({ id, amount, currency, status, error_reason, created_at }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5">
            <Link href={`/payments/${id}`} className="link">
              <Money amount={amount} currency={currency} />
            </Link>
            <StatusPill kind="payment" status={status} />
            {status === 'failed' && error_reason !== null && (
              <span className="text-ink-2">{reasonWord(error_reason).toLowerCase()}</span>
            )}
            <span className="ml-auto text-ink-2">
              <Time at={created_at} form="date" />
            </span>
          </li>
        ))}
      </ul>
      {filter && (
        <p className="mt-2 text-table">
          <Link href={`/payments?${new URLSearchParams({ [filter.name]: filter.value })}`} className="link">
            All payments of this payer
          </Link>
        </p>
      )}
    </StubSection>
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

import type { ComponentProps, ReactNode } from 'react'
import { CustomerLink } from '#components/customers/customer-link.tsx'
import { contactText } from '#components/payments/contact-text.ts'
import { NotesPanel } from '#components/payments/notes-panel.tsx'
import { QrCode } from '#components/shared/qr-code.tsx'
import { DocumentButton } from '#components/ui/button.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { DescriptionList, Entry } from '#components/ui/description-list.tsx'
import { ExternalLink } from '#components/ui/icons.tsx'
import { Id } from '#components/ui/id.tsx'
import { Money } from '#components/ui/money.tsx'
import { StubSection } from '#components/ui/slip.tsx'
import { Time } from '#components/ui/time.tsx'
import type { OrderDetails } from '#lib/domain/orders/schema.ts'
import type { Availability } from '#lib/domain/payments/schema.ts'
import { METHOD_LABELS } from '#lib/domain/payments/schema.ts'
import { NoAcquirer } from './no-acquirer.tsx'

type OrderStubProps = {
  order: OrderDetails
  checkoutUrl: string
  available: Availability
  updateNotes: ComponentProps<typeof NotesPanel>['update']
  notesDisabledReason: string | null
  documents: ReactNode
}

/** The stub of an order: the payment link, ids, settings, customer, last payer, notes. */
export function OrderStub({
  order,
  checkoutUrl,
  available,
  updateNotes,
  notesDisabledReason,
  documents,
}: OrderStubProps) {
  return (
    <>
      <StubSection title="Checkout page">
        <CheckoutCard url={checkoutUrl} paid={order.status === 'paid'} available={available} />
      </StubSection>
      <StubSection title="Order">
        <DescriptionList>
          <Entry term="ID">
            <Id value={order.id} />
          </Entry>
          <Entry term="Receipt">{order.receipt}</Entry>
          <Entry term="Created">
            <Time at={order.created_at} form="full" focusable />
          </Entry>
          <Entry term="Capture">{order.payment_capture ? 'Automatic' : 'Manual'}</Entry>
          {order.automatic_expiry_period !== null && (
            <Entry term="Captured automatically within">{order.automatic_expiry_period} min</Entry>
          )}
          {order.manual_expiry_period !== null && (
            <Entry term="Can be captured within">{order.manual_expiry_period} min</Entry>
          )}
          {order.refund_speed !== null && (
            <Entry term="Refund if not captured">
              {order.refund_speed === 'optimum' ? 'Instant where possible' : 'Normal'}
            </Entry>
          )}
          {order.method !== null && <Entry term="Payment method">{METHOD_LABELS[order.method]}</Entry>}
          <Entry term="Partial payments">
            {order.partial_payment ? <PartsWord order={order} /> : 'Not allowed'}
          </Entry>
          {order.callback_url && <Entry term="Redirect URL">{order.callback_url}</Entry>}
        </DescriptionList>
      </StubSection>
      {order.customer_id && (
        <StubSection title="Customer">
          <DescriptionList>
            <CustomerLink id={order.customer_id} name={order.customer_name} />
          </DescriptionList>
        </StubSection>
      )}
      {(order.email || order.contact) && (
        <StubSection title="Last payer">
          <DescriptionList>
            <Entry term="Email">{order.email}</Entry>
            <Entry term="Phone">
              {order.contact && <span className="num">{contactText(order.contact)}</span>}
            </Entry>
          </DescriptionList>
        </StubSection>
      )}
      <NotesPanel
        id={order.id}
        notes={Array.isArray(order.notes) ? {} : order.notes}
        disabledReason={notesDisabledReason}
        update={updateNotes}
      />
      <StubSection title="Documents">{documents}</StubSection>
    </>
  )
}

function PartsWord({ order }: { order: OrderDetails }) {
  if (order.first_payment_min_amount === null) return <>Allowed</>
  return (
    <>
      Allowed, first at least <Money amount={order.first_payment_min_amount} currency={order.currency} />
    </>
  )
}

type CheckoutCardProps = {
  url: string
  paid: boolean
  /** Whether it can be paid: otherwise no link is offered. */
  available: Availability
}

/** The hosted page on which the payer pays: its link, the same as a code to scan, and a way to see it as the payer does. */
function CheckoutCard({ url, paid, available }: CheckoutCardProps) {
  if (!paid && !available.bank && !available.wallet) return <NoAcquirer wallet={false} />
  return (
    <>
      {!paid && !available.bank && (
        <div className="mb-2.5">
          <NoAcquirer wallet />
        </div>
      )}
      <p className="mb-2.5 text-small text-ink-2">
        {paid ? 'The order is paid: the link shows the receipt.' : 'Anyone with this link can pay the order.'}
      </p>
      <QrCode
        text={url}
        label="Checkout link as a QR code"
        className="mb-3 size-33 rounded-small border border-line max-phone:mx-auto"
      />
      <p className="mono mb-2.5 text-ink-2 wrap-anywhere">{url}</p>
      <div className="print:hidden flex flex-wrap gap-2">
        <CopyButton value={url}>Copy link</CopyButton>
        <DocumentButton href={url} target="_blank" rel="noreferrer">
          <ExternalLink aria-hidden="true" /> Open as payer
          <span className="sr-only">, in a new tab</span>
        </DocumentButton>
      </div>
    </>
  )
}

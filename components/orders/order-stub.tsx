import type { ComponentProps, ReactNode } from 'react'
import { CustomerLink } from '#components/customers/customer-link.tsx'
import { contactText } from '#components/payments/contact-text.ts'
import { NotesPanel } from '#components/payments/notes-panel.tsx'
import { DescriptionList, Entry } from '#components/ui/description-list.tsx'
import { Id } from '#components/ui/id.tsx'
import { Money } from '#components/ui/money.tsx'
import { StubSection } from '#components/ui/slip.tsx'
import { Time } from '#components/ui/time.tsx'
import type { OrderDetails } from '#lib/domain/orders/schema.ts'
import type { Availability } from '#lib/domain/payments/schema.ts'
import { METHOD_LABELS } from '#lib/domain/payments/schema.ts'
import { CheckoutCard } from './checkout-card.tsx'

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

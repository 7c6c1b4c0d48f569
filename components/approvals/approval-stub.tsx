import type { ReactNode } from 'react'
import { RequestLink } from '#components/shared/request-link.tsx'
import { DescriptionList, Entry } from '#components/ui/description-list.tsx'
import { Id } from '#components/ui/id.tsx'
import { Money } from '#components/ui/money.tsx'
import { StubSection } from '#components/ui/slip.tsx'
import { statusWord } from '#components/ui/status-pill.tsx'
import { Time } from '#components/ui/time.tsx'
import type { ApprovalDetails } from '#lib/domain/approvals/schema.ts'
import { CAUSE_LABELS } from '#lib/domain/approvals/schema.ts'
import type { PaymentStatus } from '#lib/domain/payments/schema.ts'

export function ApprovalStub({ approval }: { approval: ApprovalDetails }) {
  const { payment, order, customer, transfer } = approval
  return (
    <>
      <StubSection title="Approval">
        <DescriptionList>
          <Entry term="ID">
            <Id value={approval.id} />
          </Entry>
          <Entry term="Reason">{CAUSE_LABELS[approval.cause]}</Entry>
          <Entry term="Created">
            <Time at={approval.created_at} form="full" focusable />
          </Entry>
          <Entry term="Requested by">
            <span className="wrap-anywhere">{approval.user_email || 'The platform'}</span>
          </Entry>
          {approval.actor_kind === 'client' && <Entry term="App">{approval.actor_name}</Entry>}
          {approval.actor_kind === 'key' && <Entry term="API key">{approval.actor_name}</Entry>}
          {approval.status === 'waiting' && approval.takes_effect_at !== null && (
            <Entry term="Takes effect">
              <Time at={approval.takes_effect_at} form="full" focusable />
            </Entry>
          )}
          <Entry term={approval.status === 'waiting' ? 'Expires' : 'Expiry'}>
            <Time at={approval.expires_at} form="full" focusable />
          </Entry>
          <Entry term="Request">
            <RequestLink id={approval.request_id} isLogged={approval.request_kept} />
          </Entry>
        </DescriptionList>
      </StubSection>
      {payment && (
        <Touched title="Payment" id={payment.id} href={`/payments/${payment.id}`}>
          <Entry term="Amount">
            <Money amount={payment.amount} currency={payment.currency} />
          </Entry>
          <Entry term="Refunded">
            <Money amount={payment.amount_refunded} currency={payment.currency} />
          </Entry>
          <Entry term="Status">
            {statusWord({ kind: 'payment', status: payment.status as PaymentStatus })}
          </Entry>
          <Entry term="Payer">
            <span className="wrap-anywhere">{payment.email ?? payment.contact}</span>
          </Entry>
        </Touched>
      )}
      {transfer && (
        <Touched title="Transfer" id={transfer.id} href={`/transfers/${transfer.id}`}>
          <Entry term="Amount">
            <Money amount={transfer.amount} currency={transfer.currency} />
          </Entry>
        </Touched>
      )}
      {order && (
        <Touched title="Order" id={order.id} href={`/orders/${order.id}`}>
          <Entry term="Receipt">{order.receipt}</Entry>
          <Entry term="Amount">
            <Money amount={order.amount} currency={order.currency} />
          </Entry>
        </Touched>
      )}
      {customer && (
        <Touched title="Customer" id={customer.id} href={`/customers/${customer.id}`}>
          <Entry term="Name">{customer.name}</Entry>
          <Entry term="Contact">
            <span className="wrap-anywhere">{customer.email ?? customer.contact}</span>
          </Entry>
        </Touched>
      )}
    </>
  )
}

function Touched({
  title,
  id,
  href,
  children,
}: {
  title: string
  id: string
  href: string
  children: ReactNode
}) {
  return (
    <StubSection title={title}>
      <DescriptionList>
        <Entry term="ID">
          <Id value={id} href={href} />
        </Entry>
        {children}
      </DescriptionList>
    </StubSection>
  )
}

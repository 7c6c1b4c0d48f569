import { amountColumn, createdColumn, idColumn, statusColumn } from '#components/shared/columns.tsx'
import { type Column, DataTable, type TableKit } from '#components/ui/data-table.tsx'
import { Check, Undo2 } from '#components/ui/icons.tsx'
import { shortened } from '#components/ui/id.tsx'
import { Link } from '#components/ui/link.tsx'
import { Money } from '#components/ui/money.tsx'
import { Pill } from '#components/ui/pill.tsx'
import { glyphs } from '#components/ui/status-glyphs.tsx'
import { StatusPill } from '#components/ui/status-pill.tsx'
import { Truncate } from '#components/ui/truncate.tsx'
import { reasonWord } from '#lib/domain/payments/schema/failure-messages.ts'
import type { ListedPayment } from '#lib/domain/payments/schema.ts'
import type { Permission } from '#lib/values/permissions.ts'
import { durationText } from '#lib/values/time-text.ts'
import { customerText } from './contact-text.ts'
import { methodInTable } from './method-labels.ts'

/** The list of payments: what people compare comes first, and the ID, which heads its row and links to it, last. */
export function PaymentsTable({
  payments,
  now,
  kit,
  may = () => false,
}: {
  payments: ListedPayment[]
  now: number
  kit?: TableKit
  /** Says what the reader may do, for the actions of a row. */
  may?: (permission: Permission) => boolean
}) {
  return (
    <DataTable
      kit={kit}
      caption="Payments, newest first"
      columns={columnsOf(now, may)}
      rows={payments}
      rowKey={(payment) => payment.id}
      rowHref={(payment) => `/payments/${payment.id}`}
    />
  )
}

function columnsOf(now: number, may: (permission: Permission) => boolean): Column<ListedPayment>[] {
  return [
    createdColumn('title', 'start'),
    amountColumn(),
    statusColumn((payment) => <Status payment={payment} now={now} />),
    { key: 'method', header: 'Method', show: '52rem', cell: methodInTable },
    {
      key: 'customer',
      header: 'Customer',
      soft: true,
      place: 'detail',
      cell: (payment) => (
        <Truncate text={customerText(payment) ?? '—'} width="max-w-[calc(14cqi+var(--spare)/4)]" />
      ),
    },
    {
      key: 'receipt',
      header: 'Receipt',
      soft: true,
      show: '72rem',
      cell: ({ receipt }) => (receipt === null ? '—' : <Truncate text={receipt} width="max-w-24" />),
    },
    {
      key: 'fee',
      header: 'Fee and tax',
      align: 'end',
      soft: true,
      show: '60rem',
      cell: (payment) => <Money amount={payment.fee} currency={payment.currency} />,
    },
    {
      key: 'order',
      header: 'Order',
      soft: true,
      show: '84rem',
      cell: ({ order_id }) => (order_id === null ? '—' : <OrderLink id={order_id} />),
    },
    { ...idColumn('Payment'), heads: true, soft: true, place: 'note' },
    {
      key: 'actions',
      header: <span className="sr-only">Actions</span>,
      align: 'end',
      show: '60rem',
      cell: (payment) => <Action payment={payment} may={may} />,
    },
  ]
}

/** The state, and beside it what one would open the payment for: how much is back, why it failed, how long it is held. */
function Status({ payment, now }: { payment: ListedPayment; now: number }) {
  return (
    <span className="pill-line">
      <StatusPill kind="payment" status={payment.status} />
      {payment.refund_status === 'partial' && <PartRefunded payment={payment} />}
      <Remark payment={payment} now={now} />
    </span>
  )
}

function PartRefunded({ payment }: { payment: ListedPayment }) {
  return (
    <Pill tone="back" icon={glyphs.partBack} hint="Partially refunded: this amount is refunded or pending.">
      <Money amount={payment.amount_refunded} currency={payment.currency} />
      <span className="sr-only"> refunded</span>
    </Pill>
  )
}

function Remark({ payment, now }: { payment: ListedPayment; now: number }) {
  if (payment.status === 'failed' && payment.error_reason) {
    return (
      <span className="text-small text-ink-2" title={payment.error_description ?? undefined} data-hint="">
        {reasonWord(payment.error_reason)}
      </span>
    )
  }
  if (payment.status === 'authorized' && payment.capture_by !== null) {
    const left = payment.capture_by - now
    return (
      <span
        className="num text-small text-ink-2"
        title="Capture before then, or the money returns to the payer."
        data-hint=""
      >
        {left > 0 ? `${durationText(left)} left` : 'expired'}
      </span>
    )
  }
  return null
}

/** The next step with a payment, for those who may take it; the page of the payment says why not. */
function Action({ payment, may }: { payment: ListedPayment; may: (permission: Permission) => boolean }) {
  const { id, status, amount, amount_refunded } = payment
  const action =
    status === 'authorized' && may('payments:capture')
      ? { label: 'Capture', href: `/payments/${id}/capture`, Icon: Check }
      : status === 'captured' && amount_refunded < amount && may('refunds:write')
        ? { label: 'Refund', href: `/payments/${id}/refund`, Icon: Undo2 }
        : null
  if (action === null) return null
  return (
    <Link
      href={action.href}
      title={action.label}
      aria-label={`${action.label} ${id}`}
      className="icon-button size-6"
    >
      <action.Icon aria-hidden="true" className="size-3.5" />
    </Link>
  )
}

function OrderLink({ id }: { id: string }) {
  return (
    <Link href={`/orders/${id}`} title={id} className="id-link">
      {shortened(id)}
    </Link>
  )
}

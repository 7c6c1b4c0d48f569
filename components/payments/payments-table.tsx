import { amountColumn, createdColumn, idColumn, statusColumn } from '#components/shared/columns.tsx'
import { type Column, DataTable, type TableKit } from '#components/ui/data-table.tsx'
import { Money } from '#components/ui/money.tsx'
import { Pill } from '#components/ui/pill.tsx'
import { glyphs } from '#components/ui/status-glyphs.tsx'
import { StatusPill } from '#components/ui/status-pill.tsx'
import { Truncate } from '#components/ui/truncate.tsx'
import type { ListedPayment } from '#lib/domain/payments/schema.ts'
import { durationText } from '#lib/values/time-text.ts'
import { customerText } from './contact-text.ts'
import { reasonWord } from './failure-messages.ts'
import { methodInTable } from './method-labels.ts'

/** The list of payments: the id first, as the head of its row and the way to the payment. */
export function PaymentsTable({
  payments,
  now,
  kit,
}: {
  payments: ListedPayment[]
  now: number
  kit?: TableKit
}) {
  return (
    <DataTable
      kit={kit}
      caption="Payments, newest first"
      columns={columnsOf(now)}
      rows={payments}
      rowKey={(payment) => payment.id}
      rowHref={(payment) => `/payments/${payment.id}`}
    />
  )
}

function columnsOf(now: number): Column<ListedPayment>[] {
  return [
    idColumn('Payment'),
    amountColumn(),
    statusColumn((payment) => <Status payment={payment} now={now} />),
    { key: 'method', header: 'Method', show: '52rem', cell: methodInTable },
    {
      key: 'customer',
      header: 'Customer',
      soft: true,
      place: 'detail',
      cell: (payment) => <Truncate text={customerText(payment) ?? '—'} width="max-w-[14cqi]" />,
    },
    {
      key: 'receipt',
      header: 'Receipt',
      soft: true,
      show: '60rem',
      cell: (payment) =>
        payment.receipt === null ? (
          orderWord(payment.order_id)
        ) : (
          <Truncate text={payment.receipt} width="max-w-28" />
        ),
    },
    {
      // The first column to be hidden: the text beside a status says more.
      key: 'fee',
      header: 'Fee and tax',
      align: 'end',
      soft: true,
      show: '70rem',
      cell: (payment) => <Money amount={payment.fee} currency={payment.currency} />,
    },
    createdColumn(),
  ]
}

/** The state, and beside it what one would open the payment for: how much is back, why it failed, how long it is held. */
function Status({ payment, now }: { payment: ListedPayment; now: number }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1.5 gap-y-0.5">
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
        {left > 0 ? `${durationText(left)} left` : 'lapsed'}
      </span>
    )
  }
  return null
}

/** An order without a receipt still says that there is one. */
function orderWord(orderId: string | null) {
  return orderId === null ? '—' : <span className="mono">…{orderId.slice(-6)}</span>
}

import { enteredColumns } from '#components/refunds/entered-fields.ts'
import { type Column, DataTable } from '#components/ui/data-table.tsx'
import { Money } from '#components/ui/money.tsx'
import { StatusPill } from '#components/ui/status-pill.tsx'
import { Time, ZoneName } from '#components/ui/time.tsx'
import type { ListedRefund } from '#lib/domain/refunds/schema.ts'

/** The refunds of one payment. */
export function RefundsOfPayment({ refunds, due }: { refunds: ListedRefund[]; due: Map<string, number> }) {
  if (refunds.length === 0) return <p className="py-6 text-ink-2">No refunds.</p>
  return (
    <div className="[&_thead_th]:bg-surface">
      <DataTable
        caption="Refunds of this payment, newest first"
        columns={columnsOf(due)}
        rows={refunds}
        rowKey={(refund) => refund.id}
        rowHref={(refund) => `/refunds/${refund.id}`}
      />
    </div>
  )
}

function columnsOf(due: Map<string, number>): Column<ListedRefund>[] {
  return [
    { key: 'id', header: 'Refund', mono: true, place: 'title', cell: (refund) => refund.id },
    {
      key: 'amount',
      header: 'Amount',
      align: 'end',
      strong: true,
      place: 'amount',
      cell: (refund) => <Money amount={refund.amount} currency={refund.currency} />,
    },
    {
      key: 'status',
      header: 'Status',
      place: 'status',
      cell: (refund) => <StatusPill kind="refund" status={refund.status} />,
    },
    {
      key: 'how',
      header: 'Speed',
      soft: true,
      place: 'detail',
      cell: (refund) => <How refund={refund} due={due.get(refund.id)} />,
    },
    ...enteredColumns('ofPayment', (text) => text),
    {
      key: 'created',
      header: (
        <>
          Created, <ZoneName />
        </>
      ),
      align: 'end',
      soft: true,
      place: 'note',
      cell: (refund) => <Time at={refund.created_at} />,
    },
  ]
}

function How({ refund, due }: { refund: ListedRefund; due: number | undefined }) {
  if (refund.status === 'failed') return refund.failure_reason ?? '—'
  if (refund.status === 'pending')
    return due === undefined ? (
      refund.speed_requested
    ) : (
      <>
        by <Time at={due} form="date" />
      </>
    )
  return refund.speed_processed === 'instant' ? 'instant' : 'normal'
}

import { amountColumn, createdColumn, idColumn, statusColumn } from '#components/shared/columns.tsx'
import { type Column, DataTable } from '#components/ui/data-table.tsx'
import { StatusPill } from '#components/ui/status-pill.tsx'
import { Time } from '#components/ui/time.tsx'
import { reasonOf } from '#lib/domain/refunds/schema/reasons.ts'
import type { ListedRefund } from '#lib/domain/refunds/schema.ts'

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
    idColumn('Refund'),
    amountColumn(),
    statusColumn((refund) => <StatusPill kind="refund" status={refund.status} />),
    {
      key: 'how',
      header: 'Speed',
      soft: true,
      place: 'detail',
      cell: (refund) => <How refund={refund} due={due.get(refund.id)} />,
    },
    { key: 'reason', header: 'Reason', soft: true, place: 'note', label: 'Reason', cell: reasonOf },
    createdColumn(),
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

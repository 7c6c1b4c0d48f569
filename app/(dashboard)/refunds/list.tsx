import { Export, readTrend, staffList } from '#app/(dashboard)/list-page.tsx'
import { attachTo } from '#components/documents/attach-to.tsx'
import { RefundPicture } from '#components/refunds/refund-picture.tsx'
import { RefundsTable } from '#components/refunds/refunds-table.tsx'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { listApprovalsForDashboard } from '#lib/domain/approvals/list.ts'
import { listBatchesForDashboard } from '#lib/domain/batches/fetch.ts'
import { REFUND_FILTERS } from '#lib/domain/refunds/filters.ts'
import { listRefundsForDashboard } from '#lib/domain/refunds/list.ts'
import { fetchRefundTrend } from '#lib/domain/refunds/trend.ts'

export const refundList = staffList({
  path: '/refunds',
  title: 'Refunds',
  noun: 'refund',
  cursor: 'refund',
  operation: listRefundsForDashboard,
  exported: true,
  picture: async (filters, draw) => {
    const trend = await readTrend(fetchRefundTrend, filters, draw)
    return trend && <RefundPicture trend={trend} currency={draw.currency} />
  },
  tabs: {
    label: 'Status',
    of: [
      { count: 'all', label: 'All' },
      { count: 'pending', label: 'Pending', set: { status: 'pending' } },
      { count: 'overdue', label: 'Overdue', set: { overdue: '1' } },
      { count: 'failed', label: 'Failed', set: { status: 'failed' } },
    ],
    beside: [
      {
        label: 'Awaiting approval',
        href: '/approvals?status=waiting&action=refund',
        permission: listApprovalsForDashboard.permission,
      },
      { label: 'Batches', href: '/batches', permission: listBatchesForDashboard.permission },
    ],
  },
  filters: REFUND_FILTERS,
  sums: [
    ['processed', 'processed'],
    ['pending', 'pending'],
    ['failed', 'failed', undefined, 'alone'],
  ],
  live: true,
  bulk: () => [attachTo('refunds')],
  sort: ['amount', 'created'],
  table: (refunds, { now }, kit) => <RefundsTable kit={kit} refunds={refunds} now={now} />,
  actions: (draw) => <Export list={{ path: '/refunds' }} draw={draw} />,
  nothing: () => (
    <NothingYet
      title="No refunds yet"
      action={
        <LinkButton href="/payments?status=captured" variant="primary">
          View captured payments
        </LinkButton>
      }
    >
      A refund returns all or part of a captured payment to the payer. Open a payment to refund it.
    </NothingYet>
  ),
})

import { Export, staffList } from '#app/(dashboard)/list-page.tsx'
import { attachTo } from '#components/documents/attach-to.tsx'
import { RefundsTable } from '#components/refunds/refunds-table.tsx'
import { amount, choice, hidden, period, tabbed, text } from '#components/shared/list/filters.tsx'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { listApprovalsForDashboard } from '#lib/domain/approvals/list.ts'
import { listBatchesForDashboard } from '#lib/domain/batches/fetch.ts'
import { listRefundsForDashboard } from '#lib/domain/refunds/list.ts'
import { REFUND_PARAMS } from '#lib/domain/refunds/schema/list-params.ts'

const CAPTURED = { 1: 'captured', 0: 'never captured' }
const SPEEDS = { normal: 'normal', optimum: 'optimum' }
const INITIATORS = {
  user: 'a person',
  key: 'an API key',
  client: 'a connected app',
  system: 'Counterfoil itself',
}

export const refundList = staffList({
  path: '/refunds',
  title: 'Refunds',
  noun: 'refund',
  cursor: 'refund',
  operation: listRefundsForDashboard,
  exported: true,
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
  filters: [
    tabbed(REFUND_PARAMS.status),
    hidden(REFUND_PARAMS.overdue),
    period(),
    amount(),
    choice(REFUND_PARAMS.captured, { label: 'Payment', choices: CAPTURED }),
    choice(REFUND_PARAMS.speed, { label: 'Requested speed', choices: SPEEDS }),
    choice(REFUND_PARAMS.initiator, { label: 'Requested by', choices: INITIATORS }),
    text(REFUND_PARAMS.reason, { label: 'Reason', placeholder: 'Goods returned' }),
    text(REFUND_PARAMS.payment, { label: 'Payment', placeholder: 'pay_…' }),
    text(REFUND_PARAMS.reference, {
      label: 'Bank reference',
      placeholder: 'RRN, ARN or UTR',
    }),
  ],
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

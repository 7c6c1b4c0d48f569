import { z } from 'zod'
import { Export, staffList } from '#app/(dashboard)/list-page.tsx'
import { RefundsTable } from '#components/refunds/refunds-table.tsx'
import { amount, choice, hidden, period, tabbed, text } from '#components/shared/list/filters.tsx'
import { flag, shortText } from '#components/shared/list/parse.ts'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { listRefundsForDashboard } from '#lib/domain/refunds/list.ts'
import { REFUND_STATUSES } from '#lib/domain/refunds/schema.ts'

const SPEEDS = { normal: 'normal', optimum: 'optimum' }
const INITIATORS = {
  user: 'a person',
  key: 'an API key',
  client: 'a connected app',
  system: 'Counterfoil itself',
}
const Speed = z.enum(['normal', 'optimum'], 'Speed must be normal or optimum.')
const Initiator = z.enum(
  ['key', 'user', 'system', 'client'],
  'Requested by must be key, user, system or client.',
)

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
        ...{ label: 'Awaiting approval', href: '/approvals?status=waiting&action=refund' },
        permission: 'approvals:ask',
      },
      { label: 'Batches', href: '/batches', permission: 'payments:read' },
    ],
  },
  filters: [
    tabbed('status', REFUND_STATUSES),
    hidden('overdue', flag),
    period(),
    amount(),
    choice('speed', Speed, { label: 'Requested speed', choices: SPEEDS }),
    choice('initiator', Initiator, { label: 'Requested by', choices: INITIATORS }),
    text('reason', shortText(256, 'A reason'), { label: 'Reason', placeholder: 'Goods returned' }),
    text('payment', shortText(40, 'A payment ID'), { label: 'Payment', placeholder: 'pay_…' }),
    text('reference', shortText(40, 'A reference'), {
      ...{ label: 'Bank reference', placeholder: 'RRN, ARN or UTR' },
    }),
  ],
  sums: [
    ['processed', 'processed'],
    ['pending', 'pending'],
  ],
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

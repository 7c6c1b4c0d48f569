import { createdColumn, idColumn } from '#components/shared/columns.tsx'
import { type Column, DataTable, type TableKit } from '#components/ui/data-table.tsx'
import { Money } from '#components/ui/money.tsx'
import { Truncate } from '#components/ui/truncate.tsx'
import { CAUSE_LABELS, isLooserRequest, type ListedApproval } from '#lib/domain/approvals/schema.ts'
import { durationText } from '#lib/values/time-text.ts'
import { OPERATION_LABELS, requesterText } from './approval-labels.ts'
import { ApprovalPill } from './approval-pill.tsx'

/** The list of approvals: the id first, as the head of its row and the way to the approval. */
export function ApprovalsTable({
  approvals,
  now,
  kit,
}: {
  approvals: ListedApproval[]
  now: number
  kit?: TableKit
}) {
  return (
    <DataTable
      kit={kit}
      caption="Approvals, newest first"
      columns={columnsOf(now)}
      rows={approvals}
      rowKey={({ id }) => id}
      rowHref={({ id }) => `/approvals/${id}`}
    />
  )
}

function columnsOf(now: number): Column<ListedApproval>[] {
  return [
    idColumn('Approval'),
    {
      key: 'amount',
      header: 'Amount',
      align: 'end',
      strong: true,
      place: 'amount',
      cell: ({ operation, amount, currency }) =>
        isLooserRequest(operation) ? '—' : <Money amount={amount} currency={currency} />,
    },
    {
      key: 'what',
      header: 'Action',
      cell: ({ operation }) => (
        <Truncate text={OPERATION_LABELS[operation] ?? operation} width="max-w-[16cqi]" />
      ),
      place: 'detail',
    },
    {
      key: 'status',
      header: 'Status',
      place: 'status',
      cell: (approval) => (
        <>
          <ApprovalPill status={approval.status} />
          {approval.mine_to_decide && <span className="ml-2 text-small font-[540]">Needs your approval</span>}
        </>
      ),
    },
    {
      key: 'requester',
      header: 'Requested by',
      soft: true,
      show: '60rem',
      cell: ({ actor_name, user_email, actor_kind }) => (
        <Truncate text={requesterText({ actor_name, user_email, actor_kind })} width="max-w-[20cqi]" />
      ),
    },
    { key: 'cause', header: 'Reason', soft: true, show: '84rem', cell: ({ cause }) => CAUSE_LABELS[cause] },
    {
      key: 'left',
      header: 'Time left',
      soft: true,
      show: '60rem',
      cell: ({ status, expires_at }) =>
        status === 'waiting' ? (
          <span className="num">{durationText(Math.max(0, expires_at - now))}</span>
        ) : (
          '—'
        ),
    },
    createdColumn(),
  ]
}

import { Export, staffList } from '#app/(dashboard)/list-page.tsx'
import { APPROVAL_LOOKS } from '#components/approvals/approval-labels.ts'
import { ApprovalsTable } from '#components/approvals/approvals-table.tsx'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { APPROVAL_FILTERS, listApprovalsForDashboard } from '#lib/domain/approvals/list.ts'
import { ALL_APPROVALS, APPROVAL_STATUSES } from '#lib/domain/approvals/schema.ts'
import { updateApprovalThresholds } from '#lib/domain/approvals/thresholds.ts'

export const approvalList = staffList({
  path: '/approvals',
  title: 'Approvals',
  noun: 'approval',
  cursor: 'approval',
  operation: listApprovalsForDashboard,
  exported: true,
  tabs: {
    label: 'Status',
    of: [
      { count: 'all', label: 'All' },
      ...APPROVAL_STATUSES.map((status) => ({
        count: status,
        label: APPROVAL_LOOKS[status].word,
        set: { status },
      })),
    ],
  },
  filters: APPROVAL_FILTERS,
  sums: [
    ['waiting', 'awaiting approval'],
    ['approved', 'approved'],
  ],
  sort: ['created'],
  table: (approvals, { now }, kit) => <ApprovalsTable kit={kit} approvals={approvals} now={now} />,
  lead: ({ may }) =>
    may(ALL_APPROVALS)
      ? 'Requests that need a second person. They expire after 24 hours.'
      : 'Requests by you or your apps that someone else decides.',
  actions: (draw) => (
    <>
      <LinkButton href="/settings/approvals">Thresholds</LinkButton>
      <Export list={{ path: '/approvals' }} draw={draw} />
    </>
  ),
  nothing: ({ may }) => (
    <NothingYet
      title="No approvals yet"
      action={
        may(updateApprovalThresholds.permission) && (
          <LinkButton href="/settings/approvals">Set thresholds</LinkButton>
        )
      }
    >
      Requests above a limit or threshold wait here until someone approves or rejects them.
    </NothingYet>
  ),
})

import { z } from 'zod'
import { Export, staffList } from '#app/(dashboard)/list-page.tsx'
import { APPROVAL_LOOKS, CAUSE_LABELS, REQUEST_KINDS } from '#components/approvals/approval-labels.ts'
import { ApprovalsTable } from '#components/approvals/approvals-table.tsx'
import { amount, choice, period, tabbed, text } from '#components/shared/list/filters.tsx'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { listApprovalsForDashboard } from '#lib/domain/approvals/list.ts'
import { ALL_APPROVALS, APPROVAL_CAUSES, APPROVAL_STATUSES } from '#lib/domain/approvals/schema.ts'
import { updateApprovalThresholds } from '#lib/domain/approvals/thresholds.ts'
import { param, severalParam } from '#lib/filters/list-params.ts'
import { several, shortText } from '#lib/filters/param-schemas.ts'

const ACTIONS = Object.fromEntries(Object.entries(REQUEST_KINDS).map(([kind, { label }]) => [kind, label]))
const Operations = z
  .enum(Object.keys(REQUEST_KINDS) as (keyof typeof REQUEST_KINDS)[], 'Unknown action.')
  .transform((kind) => [...REQUEST_KINDS[kind].operations])

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
  filters: [
    tabbed(severalParam('status', APPROVAL_STATUSES)),
    choice(param('action', Operations, 'operation'), { label: 'Action', choices: ACTIONS }),
    choice(param('cause', several(APPROVAL_CAUSES, 'cause')), { label: 'Reason', choices: CAUSE_LABELS }),
    period(),
    amount(),
    text(param('requester', shortText(80, 'Requested by')), {
      label: 'Requested by',
      placeholder: 'app or email',
      maxLength: 80,
    }),
    text(param('object', shortText(40, 'An ID')), { label: 'Record', placeholder: 'pay_…', maxLength: 40 }),
  ],
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

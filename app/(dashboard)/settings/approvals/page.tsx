import type { Metadata } from 'next'
import { updateThresholdsAction } from '#app/(dashboard)/settings/actions.ts'
import { ThresholdsForm } from '#components/approvals/thresholds-form.tsx'
import { thresholdValues } from '#components/approvals/thresholds-form-state.ts'
import { LinkButton } from '#components/ui/link-button.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { Cell, ColumnHead, RowHead, Table, TableHead, TableRow } from '#components/ui/table.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { POLICY, POLICY_NOTES } from '#lib/domain/approvals/schema/policy.ts'
import { fetchApprovalThresholds, updateApprovalThresholds } from '#lib/domain/approvals/thresholds.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { read } from '#lib/surfaces/page.ts'
import { missingPermission } from '#lib/values/permissions.ts'

export const metadata: Metadata = { title: 'Approval thresholds · Settings' }

export default async function ApprovalSettings({ searchParams }: PageProps<'/settings/approvals'>) {
  const [thresholds, { permissions, account }, { saved }] = await Promise.all([
    read(fetchApprovalThresholds, {}),
    requireStaff(),
    searchParams,
  ])
  return (
    <>
      <PageHead title="Approval thresholds" actions={<LinkButton href="/approvals">Approvals</LinkButton>}>
        Amounts above which someone else must approve refunds, wallet credits and payouts, in {account.mode}{' '}
        mode.
      </PageHead>
      <ThresholdsForm
        thresholds={thresholds}
        saved={saved === '1'}
        live={account.mode === 'live'}
        disabledReason={
          permissions.has(updateApprovalThresholds.permission)
            ? null
            : missingPermission(updateApprovalThresholds.permission)
        }
        initial={openForm(thresholdValues(thresholds))}
        action={updateThresholdsAction}
      />
      <PolicyTable />
    </>
  )
}

/** The approval policy, row by row, as it is enforced. */
function PolicyTable() {
  const cell = 'py-2 align-top whitespace-normal!'
  return (
    <details className="mt-6">
      <summary className="link w-fit text-table">Approval rules in detail</summary>
      <ul className="my-3 grid max-w-[72ch] list-disc gap-1 pl-5 text-ink-2">
        {POLICY_NOTES.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      <Table caption="Who needs approval for which amounts">
        <TableHead>
          {['Who', 'Action', 'Amount', 'Period', 'Loosened by'].map((head) => (
            <ColumnHead key={head}>{head}</ColumnHead>
          ))}
        </TableHead>
        <tbody>
          {POLICY.map(({ who, what, how_much, over, loosened_by }) => (
            <TableRow key={`${who} ${what}`}>
              <RowHead className={`${cell} font-[540]!`}>{who}</RowHead>
              <Cell place="note" label="Action" className={cell}>
                {what}
              </Cell>
              <Cell place="note" label="Amount" className={cell}>
                {how_much}
              </Cell>
              <Cell place="note" label="Period" className={cell}>
                {over}
              </Cell>
              <Cell place="note" label="Loosened by" className={cell}>
                {loosened_by}
              </Cell>
            </TableRow>
          ))}
        </tbody>
      </Table>
    </details>
  )
}

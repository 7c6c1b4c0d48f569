import type { Metadata } from 'next'
import { updateThresholdsAction } from '#app/(dashboard)/settings/approvals/actions.ts'
import { PolicyTable } from '#components/approvals/policy-table.tsx'
import { ThresholdsForm } from '#components/approvals/thresholds-form.tsx'
import { thresholdValues } from '#components/approvals/thresholds-form-state.ts'
import { LinkButton } from '#components/ui/link-button.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { fetchApprovalThresholds, updateApprovalThresholds } from '#lib/domain/approvals/thresholds.ts'
import { missingPermission } from '#lib/permissions.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { read } from '#lib/surfaces/page.ts'

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

import type { Metadata } from 'next'
import { updateThresholdsAction } from '#app/(dashboard)/settings/actions.ts'
import { ThresholdsForm } from '#components/approvals/thresholds-form.tsx'
import { thresholdValues } from '#components/approvals/thresholds-form-state.ts'
import { LinkButton } from '#components/ui/link-button.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
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
  return (
    <section aria-labelledby="policy" className="mt-8 max-w-280">
      <h2 id="policy" className="mb-2 text-table font-semibold">
        Approval rules
      </h2>
      <ul className="mb-4 grid max-w-[72ch] list-disc gap-1 pl-5 text-ink-2">
        {POLICY_NOTES.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      <ul className="grid gap-3 desk:grid-cols-2">
        {POLICY.map(({ who, what, how_much, over, loosened_by }) => (
          <li key={`${who} ${what}`} className="rounded-control border border-line p-3">
            <h3 className="font-[540]">{who}</h3>
            <dl className="mt-1 grid gap-x-3 gap-y-1 text-table desk:grid-cols-[7rem_1fr]">
              <Row term="Action">{what}</Row>
              <Row term="Amount">{how_much}</Row>
              <Row term="Period">{over}</Row>
              <Row term="Loosened by">{loosened_by}</Row>
            </dl>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Row({ term, children }: { term: string; children: string }) {
  return (
    <>
      <dt className="text-ink-2">{term}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </>
  )
}

import type { Metadata } from 'next'
import { AcquirersTable } from '#components/acquirers/acquirer-parts.tsx'
import { Permitted } from '#components/ui/disabled-action.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { addAcquirer } from '#lib/domain/acquirers/add.ts'
import { listAcquirers } from '#lib/domain/acquirers/get-details.ts'
import { read } from '#lib/surfaces/page.ts'

export const metadata: Metadata = { title: 'Acquirer · Settings' }

export default async function AcquirersPage() {
  const [{ permissions, account }, { items }] = await Promise.all([requireStaff(), read(listAcquirers, {})])
  if (account.mode === 'test')
    return (
      <>
        <PageHead title="Acquirer" />
        <Notice title="Test mode uses the bank simulator">
          Switch to live mode to connect your bank. The guide “Write an adapter” in the documentation
          describes how.
        </Notice>
      </>
    )
  return (
    <>
      <PageHead
        title="Acquirer"
        actions={
          <Permitted
            allowed={permissions.has(addAcquirer.permission)}
            permission={addAcquirer.permission}
            label="Add acquirer"
            variant="primary"
          >
            <LinkButton href="/settings/acquirer/new" variant="primary">
              Add acquirer
            </LinkButton>
          </Permitted>
        }
      >
        The bank of live payments, refunds, payouts and settlements.
      </PageHead>
      {!items.some(({ state }) => state === 'active') && (
        <div className="mb-4 max-w-160">
          <Notice tone="wait" title="No acquirer is in use">
            {items.length === 0
              ? 'Live payments, refunds and payouts need one. Add your gateway account, or the adapter of your bank.'
              : 'Open an acquirer to use it for live payments, refunds and payouts.'}
          </Notice>
        </div>
      )}
      {items.length > 0 && <AcquirersTable rows={items} />}
    </>
  )
}

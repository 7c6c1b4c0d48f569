import type { Metadata } from 'next'
import { addAcquirerAction, addGatewayAction } from '#app/(dashboard)/settings/acquirer/actions.ts'
import { AddAcquirerForm, AddGatewayForm } from '#components/acquirers/acquirer-forms.tsx'
import { Link } from '#components/ui/link.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { addAcquirer } from '#lib/domain/acquirers/add.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { deny } from '#lib/surfaces/page.ts'

export const metadata: Metadata = { title: 'Add acquirer · Settings' }

export default async function AddAcquirerPage({ searchParams }: PageProps<'/settings/acquirer/new'>) {
  const { permissions, account } = await requireStaff()
  const gateway = (await searchParams).kind === 'gateway'
  if (!permissions.has(addAcquirer.permission)) deny()
  return (
    <>
      <PageHead title="Add acquirer">
        The connection is tested before the acquirer is saved. Payments go to it once you use it.
      </PageHead>
      {account.mode === 'live' ? (
        <>
          <p className="mb-5 max-w-[64ch] text-ink-2">
            {gateway
              ? 'An account at a gateway with this API, which collects payments on its own page. '
              : 'The adapter of a bank, which speaks the acquirer protocol. '}
            <Link className="link" href={`/settings/acquirer/new${gateway ? '' : '?kind=gateway'}`}>
              {gateway ? 'Add the adapter of a bank instead' : 'Add a gateway account instead'}
            </Link>
          </p>
          {gateway ? (
            <AddGatewayForm
              action={addGatewayAction}
              initial={openForm({ url: 'https://api.razorpay.com', dialect: 'razorpay' })}
            />
          ) : (
            <AddAcquirerForm action={addAcquirerAction} initial={openForm()} />
          )}
        </>
      ) : (
        <Notice title="Test mode uses the bank simulator">Switch to live mode to connect your bank.</Notice>
      )}
    </>
  )
}

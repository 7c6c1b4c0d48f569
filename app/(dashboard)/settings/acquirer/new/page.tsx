import type { Metadata } from 'next'
import { addAcquirerAction } from '#app/(dashboard)/settings/acquirer/actions.ts'
import { AddAcquirerForm } from '#components/acquirers/acquirer-forms.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { addAcquirer } from '#lib/domain/acquirers/add.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { deny } from '#lib/surfaces/page.ts'

export const metadata: Metadata = { title: 'Add acquirer · Settings' }

export default async function AddAcquirerPage() {
  const { permissions, account } = await requireStaff()
  if (!permissions.has(addAcquirer.permission)) deny()
  return (
    <>
      <PageHead title="Add acquirer">
        The connection is tested before the acquirer is saved. Payments go to it once you use it.
      </PageHead>
      {account.mode === 'live' ? (
        <AddAcquirerForm action={addAcquirerAction} initial={openForm()} />
      ) : (
        <Notice title="Test mode uses the bank simulator">Switch to live mode to connect your bank.</Notice>
      )}
    </>
  )
}

import type { Metadata } from 'next'
import { rotateClientAction } from '#app/(dashboard)/connected-apps/clients/actions.ts'
import { clientOf } from '#app/(dashboard)/connected-apps/clients/client.ts'
import { RotateClientForm } from '#components/clients/client-form.tsx'
import { Crumbs, PageHead } from '#components/ui/page-head.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { rotateClientSecret } from '#lib/domain/clients/rotate.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { deny } from '#lib/surfaces/page.ts'

const TITLE = 'Rotate secret'

export const metadata: Metadata = { title: `${TITLE} · Connected apps` }

export default async function RotateClientPage({ params }: PageProps<'/connected-apps/clients/[id]/rotate'>) {
  const [{ id }, { permissions }] = await Promise.all([params, requireStaff()])
  const client = await clientOf(id)
  if (!permissions.has(rotateClientSecret.permission)) deny()
  return (
    <>
      <Crumbs href="/connected-apps/clients" label="Registered clients" id={id} />
      <PageHead title={TITLE}>
        The old secret of {client.name} is rejected immediately. Existing access continues with the new
        secret.
      </PageHead>
      <RotateClientForm id={id} action={rotateClientAction} initial={openForm()} />
    </>
  )
}

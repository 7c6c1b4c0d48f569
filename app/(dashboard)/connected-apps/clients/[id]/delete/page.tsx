import type { Metadata } from 'next'
import { deleteClientAction } from '#app/(dashboard)/connected-apps/clients/actions.ts'
import { clientOf } from '#app/(dashboard)/connected-apps/clients/client.ts'
import { DeleteClientForm } from '#components/clients/client-form.tsx'
import { Crumbs, PageHead } from '#components/ui/page-head.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { deleteClient } from '#lib/domain/clients/delete.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { deny } from '#lib/surfaces/page.ts'

const TITLE = 'Delete client'

export const metadata: Metadata = { title: `${TITLE} · Connected apps` }

export default async function DeleteClientPage({ params }: PageProps<'/connected-apps/clients/[id]/delete'>) {
  const [{ id }, { permissions }] = await Promise.all([params, requireStaff()])
  const client = await clientOf(id)
  if (!permissions.has(deleteClient.permission)) deny()
  return (
    <>
      <Crumbs href="/connected-apps/clients" label="Registered clients" id={id} />
      <PageHead title={TITLE}>
        The client ID stops working and all connections end immediately
        {client.connections > 0 &&
          `: ${client.connections} ${client.connections === 1 ? 'connection' : 'connections'}`}
        . This can't be undone.
      </PageHead>
      <DeleteClientForm id={id} name={client.name} action={deleteClientAction} initial={openForm()} />
    </>
  )
}

import { Plus } from 'lucide-react'
import type { Metadata } from 'next'
import { ClientsTable } from '#components/clients/clients-table.tsx'
import { AppTabs } from '#components/connected-apps/app-tabs.tsx'
import { LinkButton } from '#components/ui/button.tsx'
import { Permitted } from '#components/ui/disabled-action.tsx'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { browseClients } from '#lib/domain/clients/browse.ts'
import { deny, read } from '#lib/surfaces/page.ts'

export const metadata: Metadata = { title: 'Registered clients · Connected apps' }

export default async function ClientsPage() {
  const { account, permissions } = await requireStaff()
  if (!permissions.has('apps:read')) deny()
  const { items } = await read(browseClients, {})
  return (
    <>
      <PageHead
        title="Connected apps"
        actions={
          <Permitted
            allowed={permissions.has('apps:write')}
            permission="apps:write"
            label="Register client"
            variant="primary"
          >
            <LinkButton href="/connected-apps/clients/new" variant="primary" prefetch={false}>
              <Plus aria-hidden="true" /> Register client
            </LinkButton>
          </Permitted>
        }
      >
        Clients that {account.merchant_name} has registered, in test and live mode.
      </PageHead>
      <AppTabs current="/connected-apps/clients" />
      {items.length === 0 ? (
        <NothingYet title="No registered clients">
          AI clients register themselves. Register your own app here to get a client ID and secret.
        </NothingYet>
      ) : (
        <ClientsTable clients={items} />
      )}
    </>
  )
}

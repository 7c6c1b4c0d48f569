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

export const metadata: Metadata = { title: 'Registered by hand · Connected apps' }

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
            label="Register a program"
            variant="primary"
          >
            <LinkButton href="/connected-apps/clients/new" variant="primary" prefetch={false}>
              <Plus aria-hidden="true" /> Register a program
            </LinkButton>
          </Permitted>
        }
      >
        Programs that {account.merchant_name} knows by an id of its own, in test and in live mode.
      </PageHead>
      <AppTabs current="/connected-apps/clients" />
      {items.length === 0 ? (
        <NothingYet title="None is registered by hand">
          AI clients register themselves. A program of your own gets its id here, and a secret where it can
          keep one.
        </NothingYet>
      ) : (
        <ClientsTable clients={items} />
      )}
    </>
  )
}

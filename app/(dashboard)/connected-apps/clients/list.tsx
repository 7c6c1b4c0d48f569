import { Create, Export, staffList } from '#app/(dashboard)/list-page.tsx'
import { ClientsTable } from '#components/clients/clients-table.tsx'
import { AppTabs } from '#components/connected-apps/app-tabs.tsx'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { Plus } from '#components/ui/icons.tsx'
import { createClient } from '#lib/domain/clients/create.ts'
import { CLIENT_FILTERS, listClientsForDashboard } from '#lib/domain/clients/list.ts'
import { ClientId } from '#lib/domain/connected-apps/schema.ts'

export const clientList = staffList({
  path: '/connected-apps/clients',
  title: 'Connected apps',
  noun: 'client',
  cursor: ClientId,
  operation: listClientsForDashboard,
  exported: true,
  top: () => <AppTabs current="/connected-apps/clients" />,
  filters: CLIENT_FILTERS,
  lead: () => 'Clients registered for this merchant, in test and live mode.',
  table: (clients, _, kit) => <ClientsTable kit={kit} clients={clients} />,
  actions: (draw) => (
    <>
      <Export list={{ path: '/connected-apps/clients' }} draw={draw} />
      <Create
        draw={draw}
        permission={createClient.permission}
        href="/connected-apps/clients/new"
        label="Register client"
        icon={<Plus aria-hidden="true" />}
      />
    </>
  ),
  nothing: () => (
    <NothingYet title="No registered clients">
      AI clients register themselves. Register your own app here to get a client ID and secret.
    </NothingYet>
  ),
})

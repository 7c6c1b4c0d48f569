import { Plus } from 'lucide-react'
import { Create, Export, staffList } from '#app/(dashboard)/list-page.tsx'
import { CLIENT_TYPE_LABELS } from '#components/clients/client-labels.ts'
import { ClientsTable } from '#components/clients/clients-table.tsx'
import { AppTabs } from '#components/connected-apps/app-tabs.tsx'
import { choice, text } from '#components/shared/list/filters.tsx'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { createClient } from '#lib/domain/clients/create.ts'
import { ClientType, listClientsForDashboard } from '#lib/domain/clients/list.ts'
import { ClientId } from '#lib/domain/connected-apps/schema.ts'
import { param } from '#lib/filters/list-params.ts'
import { shortText, yesOrNo } from '#lib/filters/param-schemas.ts'

export const clientList = staffList({
  path: '/connected-apps/clients',
  title: 'Connected apps',
  noun: 'client',
  cursor: ClientId,
  operation: listClientsForDashboard,
  exported: true,
  top: () => <AppTabs current="/connected-apps/clients" />,
  filters: [
    text(param('name', shortText(80, 'A name')), { label: 'Name', placeholder: 'Beginning of the name' }),
    choice(param('type', ClientType), { label: 'Type', choices: CLIENT_TYPE_LABELS }),
    choice(param('connected', yesOrNo('yes', 'no', 'Connected must be yes or no.')), {
      label: 'Status',
      choices: { yes: 'connected', no: 'not connected' },
    }),
  ],
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

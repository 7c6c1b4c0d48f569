import { Create, Export, staffList } from '#app/(dashboard)/list-page.tsx'
import { KeysTable } from '#components/api-keys/keys-table.tsx'
import { KeysOfPeopleGone } from '#components/api-keys/people-gone.tsx'
import type { Draw } from '#components/shared/list/list.ts'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { Plus } from '#components/ui/icons.tsx'
import { createKey } from '#lib/domain/api-keys/create.ts'
import { KEY_FILTERS, listKeysForDashboard } from '#lib/domain/api-keys/list.ts'
import { KeyId } from '#lib/domain/api-keys/schema.ts'

export const keyList = staffList({
  path: '/api-keys',
  title: 'API keys',
  noun: 'key',
  cursor: KeyId,
  operation: listKeysForDashboard,
  exported: true,
  tabs: {
    label: 'Keys',
    of: [
      { count: 'current', label: 'Active' },
      { count: 'ending', label: 'Expiring soon', set: { group: 'ending' } },
      {
        count: 'people_gone',
        label: 'Creator without access',
        set: { group: 'people_gone' },
        hint: 'Active keys that were created by people who no longer have access.',
      },
      { count: 'ended', label: 'Inactive', set: { group: 'ended' } },
      { count: 'all', label: 'All', set: { group: 'all' } },
    ],
  },
  filters: KEY_FILTERS,
  lead: ({ mode }) => `Keys that authenticate your API requests in ${mode} mode.`,
  above: ({ of_people_gone }) => <KeysOfPeopleGone keys={of_people_gone} />,
  table: (keys, { now }, kit) => <KeysTable kit={kit} keys={keys} now={now} />,
  actions: (draw) => (
    <>
      <Export list={{ path: '/api-keys' }} draw={draw} />
      <CreateKey draw={draw} />
    </>
  ),
  nothing: (draw) => (
    <NothingYet title="No keys yet" action={<CreateKey draw={draw} />}>
      API keys authenticate requests to the API. Create one key per app, with only the permissions that the
      app needs.
    </NothingYet>
  ),
})

function CreateKey({ draw }: { draw: Draw }) {
  return (
    <Create
      draw={draw}
      permission={createKey.permission}
      href="/api-keys/new"
      label="Create API key"
      icon={<Plus aria-hidden="true" />}
    />
  )
}

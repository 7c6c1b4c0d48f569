import { type Column, DataTable, type TableKit } from '#components/ui/data-table.tsx'
import { Time, ZoneName } from '#components/ui/time.tsx'
import type { Client } from '#lib/domain/clients/schema.ts'
import { CLIENT_TYPE_LABELS } from './client-labels.ts'

/** The clients that staff registered; the name links to the client. */
export function ClientsTable({ clients, kit }: { clients: Client[]; kit?: TableKit }) {
  return (
    <DataTable
      kit={kit}
      caption="Registered clients, newest first"
      columns={COLUMNS}
      rows={clients}
      rowKey={(client) => client.id}
      rowHref={(client) => `/connected-apps/clients/${client.id}`}
    />
  )
}

const COLUMNS: Column<Client>[] = [
  {
    key: 'name',
    header: 'Name',
    place: 'title',
    cell: ({ name }) => <span className="inline-block max-w-56 truncate align-bottom">{name}</span>,
  },
  {
    key: 'kind',
    header: 'Type',
    place: 'status',
    cell: ({ auth_method }) => CLIENT_TYPE_LABELS[auth_method === 'none' ? 'public' : 'confidential'],
  },
  {
    key: 'uris',
    header: 'Redirect URIs',
    soft: true,
    mono: true,
    show: '52rem',
    cell: ({ redirect_uris }) => (
      <span className="inline-block max-w-64 truncate align-bottom" title={redirect_uris.join('\n')}>
        {redirect_uris[0]}
        {redirect_uris.length > 1 && ` +${redirect_uris.length - 1}`}
      </span>
    ),
  },
  {
    key: 'connections',
    header: 'Connections',
    align: 'end',
    place: 'amount',
    cell: ({ connections }) => connections,
  },
  {
    key: 'used',
    header: (
      <>
        Last used, <ZoneName />
      </>
    ),
    soft: true,
    show: '52rem',
    place: 'note',
    label: 'Last used',
    cell: ({ last_used_at }) => (last_used_at === null ? 'never' : <Time at={last_used_at} />),
  },
  {
    key: 'created',
    header: 'Created',
    align: 'end',
    soft: true,
    show: '60rem',
    sorted: 'descending',
    cell: ({ created_at }) => <Time at={created_at} />,
  },
]

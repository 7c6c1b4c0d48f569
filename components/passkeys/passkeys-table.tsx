import { credentialColumns } from '#components/shared/credential-columns.tsx'
import { type Column, DataTable } from '#components/ui/data-table.tsx'
import type { Passkey } from '#lib/domain/profile/schema.ts'

export function PasskeysTable({ passkeys }: { passkeys: Passkey[] }) {
  return (
    <DataTable
      caption="Passkeys, newest first"
      columns={COLUMNS}
      rows={passkeys}
      rowKey={(passkey) => passkey.id}
    />
  )
}

const COLUMNS: Column<Passkey>[] = [
  {
    key: 'name',
    header: 'Name',
    place: 'title',
    cell: ({ name }) => <span className="wrap-anywhere">{name}</span>,
  },
  {
    key: 'synced',
    header: 'Synced',
    label: 'Synced',
    place: 'detail',
    soft: true,
    show: '52rem',
    cell: ({ backed_up }) => (backed_up ? 'Yes' : 'No'),
  },
  ...credentialColumns<Passkey>({
    created: 'Created',
    action: 'Edit',
    path: '/settings/account/passkeys',
    nameOf: ({ name }) => name,
  }),
]

import { type Column, DataTable } from '#components/ui/data-table.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Time } from '#components/ui/time.tsx'
import type { Passkey } from '#lib/domain/profile/schema.ts'

/** The passkeys of a person. */
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
    place: 'detail',
    soft: true,
    show: '52rem',
    cell: ({ backed_up }) => (backed_up ? 'Yes' : 'No'),
  },
  {
    key: 'used',
    header: 'Last used',
    place: 'note',
    soft: true,
    cell: ({ last_used_at }) => (last_used_at === null ? 'Not used yet' : <Time at={last_used_at} />),
  },
  {
    key: 'created',
    header: 'Created',
    soft: true,
    sorted: 'descending',
    show: '52rem',
    cell: ({ created_at }) => <Time at={created_at} />,
  },
  {
    key: 'edit',
    header: <span className="sr-only">Edit</span>,
    align: 'end',
    place: 'amount',
    cell: ({ id, name }) => (
      <LinkButton
        href={`/settings/account/passkeys/${id}`}
        prefetch={false}
        size="small"
        aria-label={`Edit ${name}`}
      >
        Edit
      </LinkButton>
    ),
  },
]

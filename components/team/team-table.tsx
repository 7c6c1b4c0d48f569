import { createdColumn, statusColumn } from '#components/shared/columns.tsx'
import { type Column, DataTable, type TableKit } from '#components/ui/data-table.tsx'
import { Time, ZoneName } from '#components/ui/time.tsx'
import { Truncate } from '#components/ui/truncate.tsx'
import type { Person } from '#lib/domain/users/schema.ts'
import { roleWord } from './role-labels.ts'
import { PersonPill } from './team-pills.tsx'

export function TeamTable({ people, kit }: { people: Person[]; kit?: TableKit }) {
  return (
    <DataTable
      kit={kit}
      caption="People of the team, newest first"
      columns={COLUMNS}
      rows={people}
      rowKey={(person) => person.id}
      rowHref={(person) => `/settings/team/${person.id}`}
    />
  )
}

const COLUMNS: Column<Person>[] = [
  {
    key: 'name',
    header: 'Name',
    place: 'title',
    cell: ({ name, own }) => <Truncate text={own ? `${name} (you)` : name} width="max-w-48" />,
  },
  {
    key: 'email',
    header: 'Email',
    place: 'detail',
    soft: true,
    cell: ({ email }) => <Truncate text={email} width="max-w-[calc(15rem+var(--spare)/4)]" />,
  },
  {
    key: 'role',
    header: 'Role',
    place: 'amount',
    cell: ({ role_name }) => <Truncate text={roleWord(role_name)} width="max-w-40" />,
  },
  statusColumn(({ disabled_at }) => <PersonPill disabled={disabled_at !== null} />),
  {
    key: 'seen',
    header: (
      <>
        Last seen, <ZoneName />
      </>
    ),
    soft: true,
    show: '52rem',
    cell: ({ last_seen_at }) => (last_seen_at === null ? 'never' : <Time at={last_seen_at} />),
  },
  {
    key: 'by',
    header: 'Invited by',
    soft: true,
    show: '84rem',
    cell: ({ invited_by }) => (
      <Truncate text={invited_by ?? '—'} width="max-w-[calc(12rem+var(--spare)/4)]" />
    ),
  },
  createdColumn(),
]

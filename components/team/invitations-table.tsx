import { createdColumn, statusColumn } from '#components/shared/columns.tsx'
import { type Column, DataTable, type TableKit } from '#components/ui/data-table.tsx'
import { Time } from '#components/ui/time.tsx'
import type { Invitation } from '#lib/domain/invitations/schema.ts'
import { roleWord } from './role-labels.ts'
import { InvitationPill } from './team-pills.tsx'

export function InvitationsTable({ invitations, kit }: { invitations: Invitation[]; kit?: TableKit }) {
  return (
    <DataTable
      kit={kit}
      caption="Invitations, newest first"
      columns={COLUMNS}
      rows={invitations}
      rowKey={(invitation) => invitation.id}
      rowHref={(invitation) => `/settings/team/invitations/${invitation.id}`}
    />
  )
}

const COLUMNS: Column<Invitation>[] = [
  {
    key: 'email',
    header: 'Email',
    place: 'title',
    cell: ({ email }) => (
      <span className="inline-block max-w-[calc(15rem+var(--spare)/4)] truncate align-bottom">{email}</span>
    ),
  },
  {
    key: 'name',
    header: 'Name',
    place: 'detail',
    soft: true,
    cell: ({ name }) => <span className="inline-block max-w-48 truncate align-bottom">{name}</span>,
  },
  {
    key: 'role',
    header: 'Role',
    place: 'amount',
    cell: ({ role_name }) => (
      <span className="inline-block max-w-40 truncate align-bottom">{roleWord(role_name)}</span>
    ),
  },
  statusColumn(({ status }) => <InvitationPill status={status} />),
  {
    key: 'by',
    header: 'Invited by',
    soft: true,
    show: '60rem',
    cell: ({ invited_by }) => (
      <span
        className="inline-block max-w-[calc(12rem+var(--spare)/4)] truncate align-bottom"
        title={invited_by}
      >
        {invited_by}
      </span>
    ),
  },
  {
    key: 'expires',
    header: 'Expires',
    soft: true,
    show: '52rem',
    cell: ({ expires_at }) => <Time at={expires_at} />,
  },
  createdColumn(),
]

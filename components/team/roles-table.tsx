import { Link } from '#components/ui/link.tsx'
import { Cell, ColumnHead, RowHead, Table, TableHead, TableRow } from '#components/ui/table.tsx'
import type { TeamRole } from '#lib/domain/roles/schema.ts'
import { roleHint, roleWord } from './role-labels.ts'

/** The roles: built-in ones, then those of the merchant. */
export function RolesTable({ roles }: { roles: TeamRole[] }) {
  return (
    <Table caption="Roles of the team" className="mb-8">
      <TableHead>
        <ColumnHead>Role</ColumnHead>
        <ColumnHead>Description</ColumnHead>
        <ColumnHead>Type</ColumnHead>
        <ColumnHead align="end">People</ColumnHead>
        <ColumnHead align="end">Permissions</ColumnHead>
      </TableHead>
      <tbody>
        {roles.map((role) => (
          <TableRow key={role.id}>
            <RowHead>
              <Link href={`/settings/team/roles/${role.id}`} className="link wrap-anywhere">
                {roleWord(role.name)}
              </Link>
            </RowHead>
            <Cell place="detail" className="wrap-anywhere text-ink-2">
              {roleHint(role)}
            </Cell>
            <Cell place="status">{role.built_in ? 'Built-in' : 'Custom'}</Cell>
            <Cell place="amount" align="end">
              {role.people}
              <span className="hidden folded:inline">{role.people === 1 ? ' person' : ' people'}</span>
            </Cell>
            <Cell place="note" align="end">
              {role.permissions.length}
              <span className="hidden folded:inline"> permissions</span>
            </Cell>
          </TableRow>
        ))}
      </tbody>
    </Table>
  )
}

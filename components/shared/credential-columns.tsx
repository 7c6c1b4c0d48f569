import type { Column } from '#components/ui/data-table.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Time } from '#components/ui/time.tsx'

/** Something that a person signs in with. */
type Credential = { id: string; created_at: number; last_used_at: number | null }

/** The last columns of a list of them: when it was used and made, and the way to change it. */
export function credentialColumns<Row extends Credential>({
  created,
  action,
  path,
  nameOf,
}: {
  /** The head of the column of when it was made. */
  created: string
  /** What the way leads to: "Edit". */
  action: string
  path: string
  nameOf: (row: Row) => string
}): Column<Row>[] {
  return [
    {
      key: 'used',
      header: 'Last used',
      place: 'note',
      soft: true,
      cell: ({ last_used_at }) => (last_used_at === null ? 'Not used yet' : <Time at={last_used_at} />),
    },
    {
      key: 'created',
      header: created,
      soft: true,
      sorted: 'descending',
      show: '52rem',
      cell: ({ created_at }) => <Time at={created_at} />,
    },
    {
      key: 'action',
      header: <span className="sr-only">{action}</span>,
      align: 'end',
      place: 'amount',
      cell: (row) => (
        <LinkButton href={`${path}/${row.id}`} size="small" aria-label={`${action} ${nameOf(row)}`}>
          {action}
        </LinkButton>
      ),
    },
  ]
}

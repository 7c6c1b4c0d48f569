import type { Column } from '#components/ui/data-table.tsx'
import { Time, ZoneName } from '#components/ui/time.tsx'

/** When rows came to be, in the zone that the head names: the last column of lists, which they are sorted by. */
export function createdColumn<Row extends { created_at: number }>(): Column<Row> {
  return {
    key: 'created',
    header: (
      <>
        Created, <ZoneName />
      </>
    ),
    align: 'end',
    soft: true,
    sorted: 'descending',
    place: 'note',
    cell: (row) => <Time at={row.created_at} />,
  }
}

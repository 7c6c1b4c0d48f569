import type { Column } from '#components/ui/data-table.tsx'
import { Time, ZoneName } from '#components/ui/time.tsx'

/**
 * When rows were created, in the time zone that the header names: the last column of lists, which they are sorted by.
 * @param place where it stands in a row on a phone
 */
export function createdColumn<Row extends { created_at: number }>(
  place: 'note' | 'amount' = 'note',
): Column<Row> {
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
    place,
    cell: (row) => <Time at={row.created_at} />,
  }
}

import type { Column } from '#components/ui/data-table.tsx'
import { Money } from '#components/ui/money.tsx'
import { Time, ZoneName } from '#components/ui/time.tsx'

/* The columns that many tables share, so that an ID, an amount and a time look alike everywhere. */

/** The ID, which heads its row and links to the record. */
export function idColumn<Row extends { id: string }>(header: string): Column<Row> {
  return { key: 'id', header, mono: true, place: 'title', cell: (row) => row.id }
}

/** The amount of each row, in minor units of its currency. */
export function amountColumn<Row extends { amount: number; currency: string }>(
  header = 'Amount',
): Column<Row> {
  return {
    key: 'amount',
    header,
    align: 'end',
    strong: true,
    place: 'amount',
    cell: (row) => <Money amount={row.amount} currency={row.currency} />,
  }
}

/** The status of each row, as its cell draws it. */
export function statusColumn<Row>(cell: Column<Row>['cell']): Column<Row> {
  return { key: 'status', header: 'Status', place: 'status', cell }
}

/**
 * The creation time of rows, in the time zone that the header names, which lists are sorted by: the last column, or
 * the first where it begins the row.
 * @param place its position in a row on a phone
 */
export function createdColumn<Row extends { created_at: number }>(
  place: 'note' | 'detail' | 'amount' | 'title' = 'note',
  align: 'start' | 'end' = 'end',
): Column<Row> {
  return {
    key: 'created',
    header: (
      <>
        Created, <ZoneName />
      </>
    ),
    align,
    soft: true,
    sorted: 'descending',
    place,
    cell: (row) => <Time at={row.created_at} />,
  }
}

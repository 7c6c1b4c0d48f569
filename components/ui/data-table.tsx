import Link from 'next/link'
import type { ReactNode } from 'react'
import {
  type Align,
  Cell,
  ColumnHead,
  type Place,
  RowHead,
  rowLink,
  type Show,
  Table,
  TableHead,
  TableRow,
} from './table.tsx'

export type Column<Row> = {
  key: string
  header: ReactNode
  cell: (row: Row) => ReactNode
  /** `end` for amounts and times: right-aligned, in figures that line up. */
  align?: Align
  /** Where it goes on a phone; a column without a place is left out there. The first column is the title. */
  place?: Place
  /** The label before the value on a phone, where there are no column headers. */
  label?: string
  /** How wide the table is at least where it has this column; without it the column is always there. */
  show?: Show
  /** The figure that is compared: heavier. */
  strong?: boolean
  /** Less prominent: grey. */
  soft?: boolean
  /** Monospaced: ids, references. */
  mono?: boolean
  /** Only where the server really sorts. */
  sorted?: 'ascending' | 'descending'
}

type DataTableProps<Row> = {
  /** Says what the table holds; for ears. */
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string
  /** The link of a row: its first cell is the link, and the whole row can be pressed. */
  rowHref?: (row: Row) => string
}

/** A real table. Its rows open on a click anywhere and on j, k, Enter (row-keys.ts); the table itself ships no script. */
export function DataTable<Row>({ caption, columns, rows, rowKey, rowHref }: DataTableProps<Row>) {
  return (
    <Table caption={caption}>
      <TableHead>
        {columns.map(({ key, header, align, show, sorted }) => (
          <ColumnHead key={key} align={align} show={show} aria-sort={sorted}>
            {header}
          </ColumnHead>
        ))}
      </TableHead>
      <tbody>
        {rows.map((row) => (
          <TableRow key={rowKey(row)} opens={rowHref !== undefined}>
            {columns.map((column, at) =>
              at === 0 ? (
                <HeadCell key={column.key} column={column} row={row} href={rowHref?.(row)} />
              ) : (
                <BodyCell key={column.key} column={column} row={row} />
              ),
            )}
          </TableRow>
        ))}
      </tbody>
    </Table>
  )
}

function HeadCell<Row>({ column, row, href }: { column: Column<Row>; row: Row; href: string | undefined }) {
  const key = href?.split('/').at(-1)
  return (
    <RowHead {...lookOf(column)}>
      {href ? (
        <Link
          href={href}
          prefetch={false}
          className={column.mono ? `${rowLink} mono` : rowLink}
          data-copy-link={key ? `/${key}` : undefined}
        >
          {column.cell(row)}
        </Link>
      ) : (
        column.cell(row)
      )}
    </RowHead>
  )
}

function BodyCell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const content = column.cell(row)
  return <Cell {...lookOf(column)}>{column.mono ? <span className="mono">{content}</span> : content}</Cell>
}

function lookOf<Row>({ align, place, label, show, strong, soft }: Column<Row>) {
  return { align, place, label, show, strong, soft }
}

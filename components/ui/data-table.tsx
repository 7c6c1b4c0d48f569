import Link from 'next/link'
import type { ReactNode } from 'react'
import { COLUMNS, ColumnChooser } from './column-chooser.tsx'
import type { Query } from './query.ts'
import { SelectPage, SelectRow } from './select-rows.tsx'
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

/** What a list adds to its table. */
export type TableKit = {
  /** A check box in front of each row. */
  selectable: boolean
  /** The list whose columns can be chosen: its path and search params. */
  chooser?: { path: string; query: Query }
}

type DataTableProps<Row> = {
  kit?: TableKit | undefined
  /** Says what the table holds; for ears. */
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string
  /** The link of a row: its first cell is the link, and the whole row can be pressed. */
  rowHref?: (row: Row) => string
}

/** A real table. Its rows open on a click anywhere and on j, k, Enter (row-keys.ts); the table itself ships no script. */
export function DataTable<Row>({ kit, caption, columns, rows, rowKey, rowHref }: DataTableProps<Row>) {
  const selectable = kit?.selectable === true
  const shown = shownColumns(columns, kit?.chooser?.query[COLUMNS])
  const table = (
    <Table caption={caption}>
      <TableHead>
        {shown.map(({ key, header, align, show, sorted }, at) => (
          <ColumnHead key={key} align={align} show={show} aria-sort={sorted}>
            {at === 0 && selectable ? <SelectPage>{header}</SelectPage> : header}
          </ColumnHead>
        ))}
      </TableHead>
      <tbody>
        {rows.map((row) => (
          <TableRow key={rowKey(row)} opens={rowHref !== undefined}>
            {shown.map((column, at) =>
              at === 0 ? (
                <HeadCell
                  key={column.key}
                  {...{ column, row }}
                  href={rowHref?.(row)}
                  select={selectable ? rowKey(row) : null}
                />
              ) : (
                <BodyCell key={column.key} column={column} row={row} />
              ),
            )}
          </TableRow>
        ))}
      </tbody>
    </Table>
  )
  if (!kit?.chooser) return table
  const rest = columns.filter((column) => !shown.includes(column))
  return (
    <>
      {table}
      <ColumnChooser
        {...kit.chooser}
        columns={[...shown.slice(1), ...rest].map((column) => ({
          ...{ key: column.key, label: column.header, shown: shown.includes(column) },
        }))}
      />
    </>
  )
}

/** The first column heads the rows, so it stays; the others are those that are chosen, in their order. */
export function shownColumns<Row>(columns: Column<Row>[], chosen: string | undefined): Column<Row>[] {
  const keys = chosen?.split(',') ?? []
  const [first, ...others] = columns
  const some = [...new Set(keys)].flatMap((key) => others.find((column) => column.key === key) ?? [])
  return first === undefined || some.length === 0 ? columns : [first, ...some]
}

type HeadCellProps<Row> = { column: Column<Row>; row: Row; href: string | undefined; select: string | null }

function HeadCell<Row>({ column, row, href, select }: HeadCellProps<Row>) {
  const key = href?.split('/').at(-1)
  const content = href ? (
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
  )
  return (
    <RowHead {...lookOf(column)}>
      {select === null ? content : <SelectRow id={select}>{content}</SelectRow>}
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

import Link from 'next/link'
import type { ReactNode } from 'react'
import { checkbox } from './looks.ts'
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
  /** A box in each row, for actions on several of them. */
  select?: Select<Row>
}

/** The form that the boxes belong to, the name that they are sent under, and the label of each. */
type Select<Row> = { form: string; name: string; label: (row: Row) => string }

/** A real table. Its rows open on a click anywhere and on j, k, Enter (row-keys.ts); the table itself ships no script. */
export function DataTable<Row>({ caption, columns, rows, rowKey, rowHref, select }: DataTableProps<Row>) {
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
                <HeadCell
                  key={column.key}
                  column={column}
                  row={row}
                  href={rowHref?.(row)}
                  box={select && <SelectBox {...select} value={rowKey(row)} label={select.label(row)} />}
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
}

type HeadCellProps<Row> = { column: Column<Row>; row: Row; href: string | undefined; box: ReactNode }

function HeadCell<Row>({ column, row, href, box }: HeadCellProps<Row>) {
  const key = href?.split('/').at(-1)
  return (
    <RowHead {...lookOf(column)}>
      {box}
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

type SelectBoxProps = { form: string; name: string; value: string; label: string }

function SelectBox({ form, name, value, label }: SelectBoxProps) {
  return (
    <input
      type="checkbox"
      form={form}
      name={name}
      value={value}
      aria-label={label}
      data-select=""
      className={`${checkbox} relative z-1 mr-2.5 align-[-3px] print:hidden`}
    />
  )
}

function BodyCell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const content = column.cell(row)
  return <Cell {...lookOf(column)}>{column.mono ? <span className="mono">{content}</span> : content}</Cell>
}

function lookOf<Row>({ align, place, label, show, strong, soft }: Column<Row>) {
  return { align, place, label, show, strong, soft }
}

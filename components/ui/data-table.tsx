import Link from 'next/link'
import type { ReactNode } from 'react'

export type Column<Row> = {
  key: string
  header: ReactNode
  cell: (row: Row) => ReactNode
  /** `end` for amounts and times: right-aligned, in figures that line up. */
  align?: 'start' | 'end'
  /** Where it goes on a phone; a column without a place is left out there. The first column is the title. */
  place?: 'title' | 'amount' | 'status' | 'detail' | 'note'
  /** Written before the value on a phone, where there are no heads: for what does not say by itself what it is. */
  label?: string
  /** How wide the table is at least where it has this column; without it the column is always there. */
  show?: '52rem' | '60rem' | '64rem' | '70rem' | '72rem' | '76rem' | '84rem'
  /** The figure that is compared: heavier. */
  strong?: boolean
  /** Of less weight: grey. */
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
  /** Where a row leads: its first cell is the link, and the whole row can be pressed. */
  rowHref?: (row: Row) => string
}

/** A real table. Its rows open on a click anywhere and on j, k, Enter (row-keys.ts); the table itself ships no script. */
export function DataTable<Row>({ caption, columns, rows, rowKey, rowHref }: DataTableProps<Row>) {
  return (
    <div className="rows-box">
      <table className="rows">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                data-align={column.align}
                data-show={column.show}
                aria-sort={column.sorted}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} data-opens={rowHref ? '' : undefined}>
              {columns.map((column, at) =>
                at === 0 ? (
                  <HeadCell key={column.key} column={column} row={row} href={rowHref?.(row)} />
                ) : (
                  <Cell key={column.key} column={column} row={row} />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function HeadCell<Row>({ column, row, href }: { column: Column<Row>; row: Row; href: string | undefined }) {
  const key = href?.split('/').at(-1)
  return (
    <th scope="row" {...attributes(column)} data-place={column.place ?? 'title'}>
      {href ? (
        <Link
          href={href}
          prefetch={false}
          className={column.mono ? 'row-link mono' : 'row-link'}
          data-copy-link={key ? `/${key}` : undefined}
        >
          {column.cell(row)}
        </Link>
      ) : (
        column.cell(row)
      )}
    </th>
  )
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const content = column.cell(row)
  return <td {...attributes(column)}>{column.mono ? <span className="mono">{content}</span> : content}</td>
}

function attributes<Row>(column: Column<Row>) {
  return {
    'data-align': column.align,
    'data-place': column.place,
    'data-label': column.label,
    'data-show': column.show,
    'data-strong': column.strong ? '' : undefined,
    'data-soft': column.soft ? '' : undefined,
  }
}

import type { ReactNode } from 'react'
import { ArrowDown, ArrowUp } from '#components/ui/icons.tsx'
import { COLUMNS, ColumnChooser } from './column-chooser.tsx'
import { Link } from './link.tsx'
import { hrefWith, PLACE, type Query } from './query.ts'
import { SelectPage, SelectRow } from './select-rows.tsx'
import {
  type Align,
  Cell,
  ColumnHead,
  missingLook,
  type Place,
  RowHead,
  rowLink,
  type Show,
  Table,
  TableHead,
  TableRow,
  widest,
} from './table.tsx'

export type Column<Row> = {
  key: string
  header: ReactNode
  cell: (row: Row) => ReactNode
  /** `end` for amounts and times: right-aligned, in figures that line up. */
  align?: Align
  /** Where it goes on a phone; a column without a place is left out there. The column that heads the rows is the title. */
  place?: Place
  /** Heads the rows and holds their link, where that is not the first column. */
  heads?: true
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
  /** Which pages the reader may open. */
  mayOpen?: (path: string) => boolean
  /** The columns that the list can be sorted by, by their keys. */
  sort?: { path: string; query: Query; by: readonly string[] }
}

/** The search param of the order: the key of a column, in descending order with a minus sign. */
export const SORT = 'sort'

const NEWEST = '-created'

type DataTableProps<Row> = {
  kit?: TableKit | undefined
  /** Says what the table holds; for ears. */
  caption: string
  /** Its columns are few and short: it stays a table in the left of a slip. */
  few?: boolean
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string
  /** The link of a row: the cell that heads it is the link, and the whole row can be pressed. */
  rowHref?: (row: Row) => string
}

/** A real table. Its rows open on a click anywhere and on j, k, Enter (row-keys.ts); the table itself ships no script. */
export function DataTable<Row>({ kit, caption, few, columns, rows, rowKey, rowHref }: DataTableProps<Row>) {
  const selectable = kit?.selectable === true
  const { shown, scrolls } = withRoom(columns, kit?.chooser?.query[COLUMNS])
  const head = shown.find(({ key }) => key === headOf(columns)?.key)
  const table = (
    <Table caption={captionOf(caption, kit?.sort?.query)} few={few} scrolls={scrolls} mayOpen={kit?.mayOpen}>
      <TableHead>
        {shown.map((column, at) => {
          const { key, align, show } = column
          const order = orderOf(column, kit?.sort)
          const header = kit?.sort?.by.includes(key) ? (
            <SortLink column={column} {...kit.sort} />
          ) : order === undefined ? (
            column.header
          ) : (
            <FixedOrder order={order}>{column.header}</FixedOrder>
          )
          return (
            <ColumnHead key={key} align={align} show={show} aria-sort={order}>
              {at === 0 && selectable ? <SelectPage>{header}</SelectPage> : header}
            </ColumnHead>
          )
        })}
      </TableHead>
      <tbody id={kit?.chooser && 'rows'} tabIndex={kit?.chooser && -1} className="outline-none">
        {rows.map((row) => (
          <TableRow key={rowKey(row)} opens={rowHref !== undefined}>
            {shown.map((column, at) => {
              const select = selectable && at === 0 ? rowKey(row) : null
              return column === head ? (
                <HeadCell key={column.key} {...{ column, row, select }} href={rowHref?.(row)} />
              ) : (
                <BodyCell key={column.key} {...{ column, row, select }} />
              )
            })}
          </TableRow>
        ))}
      </tbody>
    </Table>
  )
  if (!kit?.chooser) return table
  const rest = columns.filter(({ key }) => !shown.some((column) => column.key === key))
  return (
    <>
      <ColumnChooser
        {...kit.chooser}
        mayOpen={kit.mayOpen}
        columns={[...shown.filter((column) => column !== head), ...rest].map((column) => ({
          key: column.key,
          label: column.header,
          shown: shown.includes(column),
          missing: shown.includes(column) ? missingLook(column) : null,
        }))}
      />
      {table}
    </>
  )
}

type Sorting = NonNullable<TableKit['sort']>

/** The order of a column as the list has it; where the list can't be sorted, as the column declares it. */
function orderOf<Row>({ key, sorted }: Column<Row>, sort: Sorting | undefined): Column<Row>['sorted'] {
  const by = sort?.query[SORT] ?? NEWEST
  if (sort === undefined || (by === NEWEST && !sort.by.includes('created'))) return sorted
  if (by.replace(/^-/, '') !== key) return undefined
  return by.startsWith('-') ? 'descending' : 'ascending'
}

/** The head of a column that rows are sorted by, where that can't be changed. */
function FixedOrder({ order, children }: { order: 'ascending' | 'descending'; children: ReactNode }) {
  const Arrow = order === 'ascending' ? ArrowUp : ArrowDown
  return (
    <span className="inline-flex items-center gap-0.5 text-ink">
      <span>{children}</span>
      <Arrow aria-hidden="true" className="size-3" />
    </span>
  )
}

/** Sorts by a column: the largest or newest first, and the other way round when it is chosen again. */
function SortLink<Row>({ column, path, query }: { column: Column<Row> } & Omit<Sorting, 'by'>) {
  const { key, header } = column
  const by = query[SORT] ?? NEWEST
  const next = by === `-${key}` ? key : `-${key}`
  const Arrow = by === key ? ArrowUp : ArrowDown
  return (
    <>
      {/* Where the heads are hidden, a link among them would take the focus out of sight. */}
      <span className="@min-[40rem]/rows:hidden">{header}</span>
      <Link
        href={hrefWith(path, query, { ...PLACE, [SORT]: next === NEWEST ? null : next })}
        scroll={false}
        data-list-control="sort"
        data-sort={key}
        className="group/sort folded:hidden inline-flex min-h-6 items-center gap-0.5 hover:text-ink aria-[current]:text-ink"
        aria-current={by.replace(/^-/, '') === key ? 'true' : undefined}
      >
        <span>{header}</span>
        <Arrow
          aria-hidden="true"
          className="size-3 opacity-0 group-hover/sort:opacity-60 group-focus-visible/sort:opacity-60 group-aria-[current]/sort:opacity-100"
        />
      </Link>
    </>
  )
}

/** "Payments, newest first" says so only while they are. */
function captionOf(caption: string, query: Query | undefined): string {
  const by = query?.[SORT] ?? NEWEST
  if (by === NEWEST) return caption
  const order = by === 'created' ? 'oldest first' : `${by.startsWith('-') ? 'largest' : 'smallest'} first`
  return caption.replace(/, newest first$/, `, ${order}`)
}

function headOf<Row>(columns: Column<Row>[]): Column<Row> | undefined {
  return columns.find(({ heads }) => heads) ?? columns[0]
}

/** The column that heads the rows stays, first or last; the others are those that are chosen, in their order. */
export function shownColumns<Row>(columns: Column<Row>[], chosen: string | undefined): Column<Row>[] {
  const keys = chosen?.split(',') ?? []
  const head = headOf(columns)
  const others = columns.filter((column) => column !== head)
  const some = [...new Set(keys)].flatMap((key) => others.find((column) => column.key === key) ?? [])
  if (head === undefined || some.length === 0) return columns
  return head === columns[0] ? [head, ...some] : [...some, head]
}

/**
 * Chosen columns are there at every width but a phone's: where the table has no room for all of them, it scrolls
 * sideways. Without a choice, columns are left out instead.
 */
function withRoom<Row>(columns: Column<Row>[], chosen: string | undefined) {
  const shown = shownColumns(columns, chosen)
  if (shown === columns) return { shown, scrolls: undefined }
  return {
    shown: shown.map(({ show: _, ...column }): Column<Row> => column),
    scrolls: widest(shown.map(({ show }) => show)),
  }
}

type CellProps<Row> = {
  column: Column<Row>
  row: Row
  /** What the check box in front of the row selects; null in all cells but the first. */
  select: string | null
}

function HeadCell<Row>({ column, row, href, select }: CellProps<Row> & { href: string | undefined }) {
  const content = href ? (
    <Link href={href} className={column.mono ? `${rowLink} mono` : rowLink}>
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

function BodyCell<Row>({ column, row, select }: CellProps<Row>) {
  const cell = column.cell(row)
  const content = column.mono ? <span className="mono">{cell}</span> : cell
  return (
    <Cell {...lookOf(column)}>
      {select === null ? content : <SelectRow id={select}>{content}</SelectRow>}
    </Cell>
  )
}

function lookOf<Row>({ align, place, label, show, strong, soft }: Column<Row>) {
  return { align, place, label, show, strong, soft }
}

import type { ReactNode } from 'react'
import type { z } from 'zod'
import { COLUMNS, UP } from '#components/ui/column-chooser.tsx'
import { SORT, type TableKit } from '#components/ui/data-table.tsx'
import { PAGE_SIZES } from '#components/ui/pager.tsx'
import { PLACE, type Query, queryOf } from '#components/ui/query.ts'
import type { ListView } from '#lib/domain/views/schema.ts'
import { textFromQuery } from '#lib/filters/filter-query.ts'
import type { Reader as ParamReader } from '#lib/filters/filter-terms.ts'
import { type ListFilter, readParams, SELECTED } from '#lib/filters/list-params.ts'
import { withDates } from '#lib/filters/period.ts'
import { Id, type Kind } from '#lib/values/id.ts'
import type { Grouping } from '#lib/values/money-text.ts'
import type { Permission } from '#lib/values/permissions.ts'
import type { SumLabels } from './list-result.tsx'

/** The context of search params, with how the reader wants amounts to be written. */
export type Reader = ParamReader & { grouping: Grouping }

export type Draw = Reader & {
  query: Query
  /** The search params that are not of the list. */
  ignored: Query
  /** Whether the filters could be read. */
  readable: boolean
  /** The text of filters that could not be read. */
  typed?: string | undefined
  /** The search params that the list doesn't know. */
  unknown?: readonly string[]
  /** The list of a record, on its page: it has no text of filters and no views. */
  isPart?: boolean
  /** Its saved views; left out for who can't save any. */
  views?: ListView[] | undefined
  mode: 'test' | 'live'
  /** The account, under which a tab keeps selected rows. */
  account: string
  may: (permission: Permission) => boolean
}

type ListTab<Page> = {
  count: string
  label: string
  /** The search params that it sets; those of other tabs go. */
  set?: Record<string, string>
  /** What it counts, where its name is not enough: shown when it is pointed at or focused. */
  hint?: string
  /** After its count. */
  after?: (page: Page, draw: Draw) => ReactNode
}

/** Another list where rows of this kind are found, too: a link beside the tabs. */
type ListNeighbour = { label: string; href: string; permission: Permission }

/** A page of a list as the operation returns it. */
export type ListedPage<Row> = {
  items: Row[]
  total: number
  /** Whether that is all, or only how far they were counted. */
  counted: boolean
  /** Whether there may be more than `total`, which are never counted. */
  capped: boolean
  totals: { currency: string; amounts: Record<string, bigint> }[]
  /** Null where there are more than were counted. */
  tabs: Record<string, number | null>
  has_newer: boolean
  has_older: boolean
  above: number | null
  empty: boolean
}

/** What can be done with selected rows: a button of the form that holds the selection. */
export type BulkAction = {
  label: string
  icon?: ReactNode
  /** The route that gets the filters of the list, and `ids` or `all`. */
  href: string
  method?: 'post'
  /** A further field that the button sends. */
  field?: { name: string; value: string }
  permission: Permission
  /** The route takes `all`: every row that the filter finds, also beyond the page. */
  takesAll?: true
}

/** How a list is drawn: everything but the operations that read it. */
export type ListLook<Row, Page extends ListedPage<Row> = ListedPage<Row>> = {
  path: string
  title: string
  /** The noun of a row: "order", and the plural where that is not the noun with an s. */
  noun: string
  nouns?: string
  /** The kind of the ids that pages begin at. */
  cursor: Kind | z.ZodType<string>
  /** The id that pages begin at, where it is not the row's own. */
  keyOf?: (row: Row) => string
  filters: readonly ListFilter[]
  /** `chips`: drawn small, below the tabs of the record that the list belongs to. */
  tabs?: {
    label: string
    of: readonly ListTab<Page>[]
    beside?: readonly ListNeighbour[]
    chips?: true
  }
  /** The sums of the result line, or the content after the count. */
  sums?: SumLabels
  result?: (page: Page, draw: Draw) => ReactNode
  /** It says how many rows have come since it was drawn; the path has a route `live`. */
  live?: true
  /** The columns whose heads sort the list, as its operation can: "amount", "created". */
  sort?: readonly string[]
  table: (rows: Row[], draw: Draw, kit: TableKit) => ReactNode
  /** It has a route `export`: selected rows can be exported, too, unless it is only exported as a whole. */
  exported?: true | 'whole'
  /** What can be done with selected rows, beside the export. */
  bulk?: (draw: Draw) => BulkAction[]
  /** What was searched, where that is not everything: "the latest 25,000 requests". Older rows may match, too. */
  searched?: (page: Page) => string | null
  /** What selected rows add up to, as text, in place of their sums. */
  selectionSum?: (page: Page) => string
  /** At the right of the title, and a sentence beside it; without a page where none could be read. */
  actions?: (draw: Draw) => ReactNode
  lead?: (draw: Draw, page: Page | null) => ReactNode
  /** The tabs of pages that the list is one of, whatever is found. */
  top?: (draw: Draw) => ReactNode
  /** Above the tabs. */
  above?: (page: Page, draw: Draw) => ReactNode
  /** Above the filters, of what they find. */
  note?: (page: Page, draw: Draw) => ReactNode
  /** When there has never been a row. */
  nothing: (draw: Draw, page: Page) => ReactNode
  /** The search params that find all rows, where the list begins with some of them. */
  whole?: Record<string, string>
  /** The search params that are not of the list, and go when another page of it is opened. */
  ignored?: readonly string[]
}

/** The search param of a text of filters, which redirects to the search params that it means. */
export const FIND = 'find'

/** The filters of a list as text, with the days of a named period and how many rows are selected: for exports. */
export function exportedFilters(list: Exportable, query: Query, reader: ParamReader): string {
  const { noun = 'row' } = list
  const text = textFromQuery(
    { noun, filters: list.filters },
    withDates(query, reader.zone, reader.now),
    reader,
  )
  const selected = query.ids?.split(',').length
  const rows = selected === undefined ? '' : `${selected} selected ${selected === 1 ? 'row' : 'rows'}`
  return [text, rows].filter(Boolean).join(' ')
}

type Exportable = Pick<ListLook<never>, 'filters'> & { noun?: string }

type Selecting = 'exported' | 'bulk'

/** Whether rows of a list can be selected. */
export function isSelectable({ exported, bulk }: Pick<ListLook<never>, Selecting>): boolean {
  return exported === true || bulk !== undefined
}

/** The filters of a list: those that it declares, and that of selected rows. */
export function filtersOf(list: Pick<ListLook<never>, 'filters' | Selecting>): readonly ListFilter[] {
  return isSelectable(list) ? [...list.filters, SELECTED] : list.filters
}

/** The search params of a list, one text each. */
export function listQuery(
  list: Pick<ListLook<never>, 'filters' | 'ignored' | Selecting>,
  searchParams: Record<string, string | string[] | undefined>,
): Query {
  const { ignored = [] } = list
  const joined = new Set([
    COLUMNS,
    ...filtersOf(list).flatMap((filter) => (filter.joined ? filter.names : [])),
  ])
  // With `all`, every row is meant that the other filters find.
  const gone = [...ignored, FIND, UP, ...(searchParams.all === '1' ? ['all', 'ids'] : [])]
  const entries = Object.entries(searchParams).filter(([name]) => !gone.includes(name))
  const query = queryOf(
    Object.fromEntries(
      entries.map(([name, value]) => [
        name,
        joined.has(name) && Array.isArray(value) ? value.filter(Boolean).join(',') : value,
      ]),
    ),
  )
  const { [UP]: up } = queryOf({ [UP]: searchParams[UP] })
  const columns = query[COLUMNS]
  return up === undefined || columns === undefined ? query : { ...query, [COLUMNS]: movedUp(columns, up) }
}

/** The search params that a list has beside its filters. */
const OWN = [COLUMNS, UP, SORT, FIND, ...Object.keys(PLACE), 'count', 'total', 'view', 'all', 'ids']

/** The search params that the list doesn't know, but for those of campaigns: its rows are not filtered by them. */
export function unknownParams(
  list: Pick<ListLook<never>, 'filters' | 'ignored' | 'whole' | Selecting>,
  searchParams: Record<string, string | string[] | undefined>,
): string[] {
  const known = [
    ...filtersOf(list).flatMap(({ names }) => names),
    ...(list.ignored ?? []),
    ...Object.keys(list.whole ?? {}),
    ...OWN,
  ]
  return Object.keys(queryOf(searchParams)).filter(
    (name) => !known.includes(name) && !/^(?:_|utm_|(?:gcl|fbcl|msclk)id$)/.test(name),
  )
}

/** The columns with one of them before the one that it followed. */
function movedUp(columns: string, up: string): string {
  const keys = columns.split(',')
  const at = keys.indexOf(up)
  if (at < 1) return columns
  return [...keys.slice(0, at - 1), up, ...keys.slice(at - 1, at), ...keys.slice(at + 1)].join(',')
}

/** The search params of a list with the filters that it has without any: a file says what it holds. */
export function withStandards(list: Pick<ListLook<never>, 'filters' | Selecting>, query: Query): Query {
  const standards = filtersOf(list).flatMap(({ names: [name = ''], standard }) =>
    standard === undefined ? [] : [[name, standard]],
  )
  return { ...Object.fromEntries(standards), ...query }
}

/** The search params of how a list is shown, not of what it contains: they stay when its filters change. */
export function shownAs({ count, [COLUMNS]: columns, [SORT]: sort, view }: Query): Query {
  return queryOf({ count, [COLUMNS]: columns, [SORT]: sort, view })
}

/**
 * Parses the search params of a list into the input of the operation. If one is invalid there are no filters, only
 * one sentence for each problem, and then no rows may be shown as if they were filtered.
 */
export function readList(
  list: Pick<ListLook<never>, 'filters' | 'cursor' | 'sort' | Selecting>,
  query: Query,
  reader: ParamReader,
) {
  const read = readParams(filtersOf(list), query, reader)
  const { place, problems: misplaced } = placeIn(list.cursor, query)
  const problems = [...read.problems, ...misplaced, ...sortProblems(list, query)]
  if (problems.length > 0) return { filters: {}, place: FIRST_PAGE, problems }
  return {
    filters: read.input,
    place: {
      ...place,
      ...(query.total === 'exact' ? { exact: true as const } : {}),
      ...(query[SORT] === undefined ? {} : { sort: query[SORT] }),
    },
    problems,
  }
}

function sortProblems({ sort = [] }: Pick<ListLook<never>, 'sort'>, query: Query): string[] {
  const by = query[SORT]
  if (by === undefined || sort.includes(by.replace(/^-/, ''))) return []
  if (sort.length === 0) return ["This list can't be sorted."]
  return [`Unknown sort "${by}". Use ${sort.flatMap((name) => [name, `-${name}`]).join(', ')}.`]
}

type Place = {
  count: number
  after: string | undefined
  before: string | undefined
  exact?: true
  /** A column, in descending order with a minus sign. */
  sort?: string
}

const FIRST_PAGE: Place = { count: PAGE_SIZES[0], after: undefined, before: undefined }

/** Which page is meant: so many rows, after or before a row. What cannot be read is the first page. */
export function placeIn(
  cursor: Kind | z.ZodType<string>,
  { count, starting_after, ending_before }: Query,
): { place: Place; problems: string[] } {
  const schema = typeof cursor === 'string' ? Id(cursor) : cursor
  const size = PAGE_SIZES.find((one) => String(one) === (count ?? String(PAGE_SIZES[0])))
  const edges = [starting_after, ending_before].flatMap((edge) =>
    edge === undefined ? [] : (schema.safeParse(edge).error?.issues.map(({ message }) => message) ?? []),
  )
  const problems = [
    ...(size === undefined ? [`Rows per page must be ${PAGE_SIZES.join(', ')}.`] : []),
    ...edges,
  ]
  if (size === undefined || problems.length > 0) return { place: FIRST_PAGE, problems }
  return { place: { count: size, after: starting_after, before: ending_before }, problems }
}

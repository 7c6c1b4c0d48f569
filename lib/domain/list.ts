import { z } from 'zod'
import type { Condition } from '#lib/database/conditions.ts'
import {
  conditionsOf,
  type FilterName,
  type Filters,
  filterInputOf,
  inputsOf,
  selectedRows,
} from '#lib/domain/filters.ts'
import {
  countAbove,
  countFound,
  countNewer,
  hasRows,
  readNext,
  readPage,
  type SortOrder,
  type Source,
  type Window,
} from '#lib/domain/page.ts'
import { type Tallied, tallyOf } from '#lib/domain/tally.ts'
import { MAX_COUNTED } from '#lib/filters/page.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { CurrencyTotals } from '#lib/values/money.ts'
import { EXPORT_PERMISSION, type Permission } from '#lib/values/permissions.ts'

/**
 * The input properties that select a page of a list: the number of rows, and the row after or before which they come.
 */
export const PAGE = {
  count: z.int().min(1).max(100).default(25),
  after: z.string().optional(),
  before: z.string().optional(),
  /** Counts all rows, however many there are. */
  exact: z.boolean().optional(),
}

/** The output properties of a page of a list, beside its rows. */
export const PAGED = {
  total: z.int(),
  /** Whether `total` is exact; false if there are more rows than are counted without `exact`. */
  counted: z.boolean(),
  /** Whether there may be more than `total`, in a list that is never counted further. */
  capped: z.boolean(),
  /** One entry for each currency in the result. The first is that of the account, which is always there. */
  totals: z.array(CurrencyTotals),
  /** The number of rows of each tab under the other filters; `all` is without a tab. Null: more than are counted. */
  tabs: z.record(z.string(), z.int().nullable()),
  has_newer: z.boolean(),
  has_older: z.boolean(),
  /** The number of matching rows above the first one of the page; null if they are not all counted. */
  above: z.int().nullable(),
  /** Whether the account has no row at all, whatever the filter. */
  empty: z.boolean(),
}

/** The declaration of a dashboard list, from which its operations are made. */
type List<
  F extends Filters,
  Item extends z.ZodType,
  Beside extends z.ZodRawShape,
  Row,
  Parent extends z.ZodRawShape,
> = Omit<Tallied, 'sums' | 'tabs'> & {
  /** The plural in the names of the operations. */
  noun: string
  /** The table, if the noun is not its name. */
  table?: string
  key?: string
  /** The rows belong to the merchant, in both modes. */
  owner?: 'merchant_id'
  /** The permission to see the list. The export needs `exports:read`, too. */
  permission: Permission
  filters: F
  /**
   * What rows can be sorted by, besides their creation: each name with its column, which is never null and has an index
   * with the creation and the key behind it.
   */
  sort?: Record<string, string>
  /** The filters that the tabs set. The counts of the tabs ignore them. */
  tab?: readonly FilterName<F>[]
  tabs?: Tallied['tabs'] | ((context: Context) => Tallied['tabs'])
  sums?: Tallied['sums'] | ((context: Context) => Tallied['sums'])
  /** The record that the rows belong to: properties that every input must have. */
  parent?: Parent
  /** The conditions on the rows that the actor may see. @throws if the parent record does not exist */
  scope?: (context: Context, parent: z.output<z.ZodObject<Parent>>) => Condition[] | Promise<Condition[]>
  /** The maximum to count, for a table that takes too long to count completely. */
  max?: number
  item: Item
  /** Adds what the list shows to the rows, with few queries for all of them. */
  show?: (context: Context, rows: Row[]) => Promise<unknown[]>
  /** Further properties of a page: extras of the tally, or the result of `about`. */
  beside?: Beside
  about?: (context: Context) => object | Promise<object>
  /** Further conditions that depend on which filters are set, and what the page says about them. */
  narrow?: (context: Context, set: Record<string, unknown>) => Promise<Narrowed>
  /** @throws if the account has no such list */
  check?: (context: Context) => void
}

export type Narrowed = { conditions: Condition[]; shown: object }

/**
 * Makes the operations of a list: `list` reads one page for the dashboard with the exact counts and sums of what the
 * filter finds, `export` the next rows without counting, and `countNewer` what has come since.
 */
export function defineList<
  const F extends Filters,
  Item extends z.ZodType,
  // biome-ignore lint/complexity/noBannedTypes: a list without anything beside its page.
  Beside extends z.ZodRawShape = {},
  Row = unknown,
  // biome-ignore lint/complexity/noBannedTypes: a list that belongs to no record.
  Parent extends z.ZodRawShape = {},
>(list: List<F, Item, Beside, Row, Parent>) {
  const { noun, permission, tab = [], item, check } = list
  const { table = noun, key = 'id' } = list
  const filters = [...list.filters, selectedRows(key)] as const
  const ofTab: readonly string[] = tab
  const others = inputsOf(filters).flatMap(({ name }) => (ofTab.includes(name) ? [] : name))
  const sourceOf = async (context: Context, request: unknown): Promise<Source> => ({
    table,
    key,
    owner: list.owner,
    scope: (await list.scope?.(context, request as z.output<z.ZodObject<Parent>>)) ?? [],
  })
  const columns: Record<string, string | undefined> = { created: undefined, ...list.sort }
  const orderOf = (sort: string): SortOrder => ({
    column: columns[sort.replace(/^-/, '')],
    ascending: !sort.startsWith('-'),
  })
  const sort = z.enum(Object.keys(columns).flatMap((name) => [`-${name}`, name])).default('-created')
  const shown = async (context: Context, rows: Row[]) => (list.show ? list.show(context, rows) : rows)
  const input = filterInputOf(filters).extend((list.parent ?? {}) as Parent)
  const read = { permission, http: null, effect: 'read' } as const
  return {
    list: defineOperation({
      ...read,
      name: `list_${noun}_for_dashboard`,
      title: `List ${noun.replaceAll('_', ' ')} for the dashboard`,
      summary: `One page of ${noun.replaceAll('_', ' ')} for the dashboard, with the exact count and sums of what the filter finds and the count of each tab.`,
      input: input.extend({ ...PAGE, sort }),
      output: z.object({ items: z.array(item), ...PAGED, ...(list.beside as Beside) }),
      async run(context, request) {
        check?.(context)
        const { count, after, before, exact, sort, ...set } = request as Window &
          Sorted &
          Record<string, unknown>
        const narrowed = await list.narrow?.(context, set)
        const filtered = {
          others: [...conditionsOf(context, filters, set, others), ...(narrowed?.conditions ?? [])],
          tab: conditionsOf(context, filters, set, tab),
        }
        const tallied = { ...list, sums: given(list.sums, context), tabs: given(list.tabs, context) }
        const source = await sourceOf(context, request)
        const window = { count, after, before, order: orderOf(sort) }
        const max = exact ? Number.MAX_SAFE_INTEGER - 1 : MAX_COUNTED
        const { rows, ...page } = await pageAndTally<Row>(context, {
          source,
          list: tallied,
          filtered,
          window,
          max,
        })
        const beside = { ...narrowed?.shown, ...(await list.about?.(context)) }
        return { items: await shown(context, rows), ...page, ...beside }
      },
    }),
    export: defineOperation({
      ...read,
      alsoNeeds: [EXPORT_PERMISSION],
      confirm: 'live',
      name: `export_${noun}`,
      title: `Export ${noun.replaceAll('_', ' ')}`,
      summary: `The next ${noun.replaceAll('_', ' ')} that the filter finds, for an export: nothing is counted, so that the whole costs what it holds.`,
      input: input.extend({
        count: z.int().min(1).max(1000).default(500),
        after: z.string().optional(),
        sort,
      }),
      output: z.object({ items: z.array(item) }),
      async run(context, request) {
        check?.(context)
        const { count, after, sort, ...set } = request as Window & Sorted & Record<string, unknown>
        const conditions = conditionsOf(context, filters, set)
        const source = await sourceOf(context, request)
        const rows = await readNext<Row>(context, source, conditions, { count, after, order: orderOf(sort) })
        return { items: await shown(context, rows) }
      },
    }),
    countNewer: defineOperation({
      ...read,
      name: `count_newer_${noun}`,
      title: `Count newer ${noun.replaceAll('_', ' ')}`,
      summary: `Returns how many ${noun.replaceAll('_', ' ')} that the filter finds are newer than one that is shown, counted up to a limit.`,
      input: input.extend({ than: z.string().optional(), max: z.int().min(1).default(100) }),
      output: z.object({ count: z.int() }),
      async run(context, request) {
        const { than, max, ...set } = request as { than?: string; max: number } & Record<string, unknown>
        const narrowed = than === undefined ? await list.narrow?.(context, set) : undefined
        const conditions = [...conditionsOf(context, filters, set), ...(narrowed?.conditions ?? [])]
        const source = await sourceOf(context, request)
        return { count: await countNewer(context, source, conditions, than, max) }
      },
    }),
  }
}

type Sorted = { sort: string }

/** The count of what a filter finds and of each tab, up to a maximum, in place of a tally of the whole table. */
async function countUpTo(
  context: Context,
  {
    source,
    list: { tabs },
    others,
    tab,
    max,
  }: { source: Source; list: Pick<Tallied, 'tabs'>; others: Condition[]; tab: Condition[]; max: number },
) {
  const groups = Object.entries(tabs ? { all: [], ...tabs } : {})
  const [total, ...counts] = await Promise.all(
    [tab, ...groups.map(([, where]) => where)].map((where) =>
      countFound(context, source, [...others, ...where], max),
    ),
  )
  const known = (count = 0) => (count < max ? count : null)
  return {
    total: total ?? 0,
    counted: true,
    totals: [],
    tabs: Object.fromEntries(groups.map(([name], at) => [name, known(counts[at])])),
  }
}

function given<T>(value: T | ((context: Context) => T), context: Context): T {
  return value instanceof Function ? value(context) : value
}

/** The filters as conditions: those of the tab, which the counts of the tabs ignore, and all others. */
type Filtered = { others: Condition[]; tab: Condition[] }

/** One page of a list with the properties of PAGED and the other sums of the list. */
async function pageAndTally<Row>(
  context: Context,
  {
    source,
    list,
    filtered: { others, tab },
    window,
    max,
  }: { source: Source; list: Tallied & { max?: number }; filtered: Filtered; window: Window; max: number },
) {
  const conditions = [...others, ...tab]
  const { max: maxRows } = list
  const [{ rows, hasNewer, hasOlder }, tally] = await Promise.all([
    readPage<Row>(context, source, conditions, window),
    maxRows === undefined
      ? tallyOf(context, { source, list, others, tab, max })
      : countUpTo(context, { source, list, others, tab, max: maxRows }),
  ])
  const nothing = maxRows === undefined ? tally.tabs.all === 0 : tally.total === 0
  const narrowed = others.length > 0 || (maxRows !== undefined && tab.length > 0)
  const [first] = rows as { created_at: number | bigint }[]
  return {
    rows,
    ...tally,
    capped: maxRows !== undefined && tally.total >= maxRows,
    has_newer: hasNewer,
    has_older: hasOlder,
    above:
      maxRows !== undefined
        ? null
        : first === undefined || !hasNewer
          ? 0
          : await countAbove(context, { source, conditions, row: first, max, order: window.order }),
    empty: nothing && (!narrowed || !(await hasRows(context, source))),
  }
}

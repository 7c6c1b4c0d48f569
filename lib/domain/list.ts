import { z } from 'zod'
import type { Condition } from '#lib/domain/conditions.ts'
import { conditionsOf, type Filters, inputOf } from '#lib/domain/filters.ts'
import {
  browse,
  countAbove,
  countFound,
  countNewer,
  hasRows,
  type Source,
  type Window,
  walk,
} from '#lib/domain/page.ts'
import { MAX_COUNTED, type Tallied, tallyOf } from '#lib/domain/tally.ts'
import type { Permission } from '#lib/permissions.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { Totals } from '#lib/values/money.ts'

/** The fields of an input that say which page of a list is meant: so many rows after, or before, one of them. */
export const PAGE = {
  count: z.int().min(1).max(100).default(25),
  after: z.string().optional(),
  before: z.string().optional(),
  /** Counts to the end, however many rows there are. */
  exact: z.boolean().optional(),
}

/** The fields of an output that a page of a list has beside its rows. */
export const PAGED = {
  total: z.int(),
  /** Whether that is all; false where there are more than are counted unless `exact` is asked for. */
  counted: z.boolean(),
  /** One entry for each currency that is found, that of the account first and always there. */
  totals: z.array(Totals),
  /** How many rows each tab has under the filters that are set, without the tab's own; `all` for no tab. Null: more than are counted. */
  tabs: z.record(z.string(), z.int().nullable()),
  has_newer: z.boolean(),
  has_older: z.boolean(),
  /** How many of what the filter finds stand above the first of the page; null where they are not all counted. */
  above: z.int().nullable(),
  /** Whether the account has no row at all, whatever the filter. */
  empty: z.boolean(),
}

/** A list of the dashboard, declared once: the operations that read it are made of this. */
type List<
  F extends Filters,
  Item extends z.ZodType,
  Beside extends z.ZodRawShape,
  Row,
  Parent extends z.ZodRawShape,
> = Omit<Tallied, 'sums' | 'tabs'> & {
  /** The plural that the operations are named with. */
  noun: string
  /** The table, where it is not named by the noun. */
  table?: string
  key?: string
  /** Rows belong to the merchant, in both modes. */
  owner?: 'merchant_id'
  /** To see the list. The export (`walk`) takes `exports:read` as well. */
  permission: Permission
  filters: F
  /** The filters that the tabs stand for: the counts of the tabs leave them out. */
  tab?: readonly (keyof F & string)[]
  tabs?: Tallied['tabs'] | ((context: Context) => Tallied['tabs'])
  sums?: Tallied['sums'] | ((context: Context) => Tallied['sums'])
  /** The record that the rows belong to: fields that every input must have. */
  parent?: Parent
  /** What the actor may see at all, of that record. @throws where there is no such record */
  scope?: (context: Context, parent: z.output<z.ZodObject<Parent>>) => Condition[] | Promise<Condition[]>
  /** Counts no further: for a table that takes too long to count to its end. */
  max?: number
  item: Item
  /** Rows as the list shows them, with few queries for all of them. */
  show?: (context: Context, rows: Row[]) => Promise<unknown[]>
  /** What a page has beside: extras of the tally, or what `about` finds. */
  beside?: Beside
  about?: (context: Context) => object | Promise<object>
  /** @throws where the account has no such list */
  check?: (context: Context) => void
}

/**
 * Makes the operations of a list: `browse` reads one page for the dashboard with the exact counts and sums of what the
 * filter finds, `walk` the next rows for an export, without counting, and `countNewer` what has come since.
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
  const { noun, permission, filters, tab = [], item, check } = list
  const { table = noun, key = 'id' } = list
  const others = Object.keys(filters).filter((name) => !tab.includes(name))
  const sourceOf = async (context: Context, asked: unknown): Promise<Source> => ({
    ...{ table, key, owner: list.owner },
    scope: (await list.scope?.(context, asked as z.output<z.ZodObject<Parent>>)) ?? [],
  })
  const shown = async (context: Context, rows: Row[]) => (list.show ? list.show(context, rows) : rows)
  const input = inputOf(filters).extend((list.parent ?? {}) as Parent)
  const read = { permission, http: null, effect: 'read' } as const
  return {
    browse: defineOperation({
      ...read,
      name: `list_${noun}_for_dashboard`,
      title: `List ${noun.replaceAll('_', ' ')} for the dashboard`,
      summary: `One page of ${noun.replaceAll('_', ' ')} for the dashboard, newest first, with the exact count and sums of what the filter finds and the count of each tab.`,
      input: input.extend(PAGE),
      output: z.object({ items: z.array(item), ...PAGED, ...(list.beside as Beside) }),
      async run(context, asked) {
        check?.(context)
        const { count, after, before, exact, ...set } = asked as Window & Record<string, unknown>
        const filtered = {
          others: conditionsOf(context, filters, set, others),
          tab: conditionsOf(context, filters, set, tab),
        }
        const tallied = { ...list, sums: given(list.sums, context), tabs: given(list.tabs, context) }
        const source = await sourceOf(context, asked)
        const window = { count, after, before }
        const max = exact ? Number.MAX_SAFE_INTEGER - 1 : MAX_COUNTED
        const { rows, ...page } = await pageAndTally<Row>(context, source, tallied, filtered, window, max)
        return { items: await shown(context, rows), ...page, ...((await list.about?.(context)) ?? {}) }
      },
    }),
    walk: defineOperation({
      ...read,
      alsoNeeds: ['exports:read'],
      name: `export_${noun}`,
      title: `Export ${noun.replaceAll('_', ' ')}`,
      summary: `The next ${noun.replaceAll('_', ' ')} that the filter finds, for an export: nothing is counted, so that the whole costs what it holds.`,
      input: input.extend({
        count: z.int().min(1).max(1000).default(500),
        after: z.string().optional(),
      }),
      output: z.object({ items: z.array(item) }),
      async run(context, asked) {
        check?.(context)
        const { count, after, ...set } = asked as Window & Record<string, unknown>
        const conditions = conditionsOf(context, filters, set)
        const source = await sourceOf(context, asked)
        const rows = await walk<Row>(context, source, conditions, { count, after })
        return { items: await shown(context, rows) }
      },
    }),
    countNewer: defineOperation({
      ...read,
      name: `count_newer_${noun}`,
      title: `Count newer ${noun.replaceAll('_', ' ')}`,
      summary: `Returns how many ${noun.replaceAll('_', ' ')} that the filter finds are newer than one that is shown, counted up to a limit.`,
      input: input.extend({ than: z.string().optional(), most: z.int().min(1).default(100) }),
      output: z.object({ count: z.int() }),
      async run(context, asked) {
        const { than, most, ...set } = asked as { than?: string; most: number } & Record<string, unknown>
        const conditions = conditionsOf(context, filters, set)
        const source = await sourceOf(context, asked)
        return { count: await countNewer(context, source, conditions, than, most) }
      },
    }),
  }
}

function given<T>(value: T | ((context: Context) => T), context: Context): T {
  return value instanceof Function ? value(context) : value
}

/** The filters of a list as conditions: those of the tab, which the counts of the tabs leave out, and all others. */
type Filtered = { others: Condition[]; tab: Condition[] }

/** One page of a list with everything that stands around it, as PAGED describes it, and what else the list tallies. */
async function pageAndTally<Row>(
  context: Context,
  source: Source,
  list: Tallied & { max?: number },
  { others, tab }: Filtered,
  window: Window,
  max: number,
) {
  const conditions = [...others, ...tab]
  const { max: never_more } = list
  const [{ rows, hasNewer, hasOlder }, tally] = await Promise.all([
    browse<Row>(context, source, conditions, window),
    never_more === undefined
      ? tallyOf(context, source, list, others, tab, max)
      : countFound(context, source, conditions, never_more).then((total) => ({
          ...{ total, counted: true, totals: [], tabs: {} as Record<string, number | null> },
        })),
  ])
  const nothing = never_more === undefined ? tally.tabs.all === 0 : tally.total === 0
  const narrowed = others.length > 0 || (never_more !== undefined && tab.length > 0)
  const [first] = rows as { created_at: number | bigint }[]
  return {
    rows,
    ...tally,
    has_newer: hasNewer,
    has_older: hasOlder,
    above:
      never_more !== undefined
        ? null
        : first === undefined || !hasNewer
          ? 0
          : await countAbove(context, source, conditions, first, max),
    empty: nothing && (!narrowed || !(await hasRows(context, source))),
  }
}

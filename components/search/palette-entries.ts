import type { FoundRecord } from '#lib/domain/search/schema.ts'
import { formatMoney, type Grouping } from '#lib/values/money-text.ts'
import { isNamed, namedBy, PALETTE_FORMS, PALETTE_PAGES } from './palette-pages.ts'
import type { Recent } from './recent.ts'
import { actionOf, SEARCH_KIND_LABELS, type SearchResponse, statusText } from './search-labels.ts'

export type PaletteEntry = {
  id: string
  href: string
  label: string
  detail?: string | undefined
  mono?: boolean
  /** What it does instead of leading to a page. */
  runs?: 'sign_out' | 'mode'
}
type EntryGroup = { value: string; items: PaletteEntry[] }

type Known = {
  q: string
  found: SearchResponse | null
  /** What was typed is still being searched. */
  late: boolean
  recent: Recent[]
  /** The pages and forms that the role may open, by their paths. */
  allowed: string[]
  grouping: Grouping
  mode: 'test' | 'live'
}

/** The actions that are offered before anything is typed. */
const OPENING = PALETTE_FORMS.filter(({ destructive }) => !destructive)

/** What the palette shows, in groups: what was found, what can be done, and where one can go. */
export function entriesOf({ q, found, late, recent, allowed, grouping, mode }: Known): EntryGroup[] {
  const may = ({ href }: { href: string }) => allowed.includes(href)
  if (q === '')
    return filled([
      {
        value: 'Recent',
        items: recent.map(({ id, href, title }) => ({
          id: `recent:${href}`,
          href,
          label: id,
          detail: title,
          mono: true,
        })),
      },
      { value: 'Actions', items: [...OPENING.filter(may).map(entryOf), ...sessionEntries(mode)] },
      { value: 'Pages', items: PALETTE_PAGES.filter(may).map(entryOf) },
    ])
  const records = found?.groups ?? []
  const next = records.flatMap(({ items }) =>
    items.flatMap((record) => {
      const action = actionOf(record)
      // Of several payments, the ID says the least.
      return action
        ? { ...action, detail: items.length > 1 ? recordDetail(record, grouping) : undefined }
        : []
    }),
  )
  const { pages, forms } = namedBy(q, allowed)
  const actions = {
    value: 'Actions',
    items: [
      ...next,
      ...forms.map(entryOf),
      ...sessionEntries(mode).filter((entry) => isNamed({ label: entry.label, words: entry.words }, q)),
    ],
  }
  const kinds = records.map(({ kind, items }) => ({
    value: SEARCH_KIND_LABELS[kind][items.length === 1 ? 0 : 1],
    items: items.map((record) => recordEntry(record, grouping)),
  }))
  // "refund pay_…" asks for the action, and an ID alone for the record.
  const first = found?.verb != null ? [actions, ...kinds] : [...kinds, actions]
  const named = [...first, { value: 'Pages', items: pages.map(entryOf) }]
  // A word such as "wallet" names a page before it is a filter.
  const isFilter = found?.list != null || q.includes(':')
  const groups = filled(isFilter ? [listEntries(found), ...named] : [...named, listEntries(found)])
  const nothing = groups.length === 0 && found !== null && !late
  return [...groups, { value: 'Search', items: [nothing ? docsEntry(q) : allEntry(q)] }]
}

/** How many entries were found, besides the one that searches elsewhere. */
export function countOf(groups: EntryGroup[]): number {
  const found = groups.filter(({ value }) => value !== 'Search')
  return found.reduce((sum, { items }) => sum + items.length, 0)
}

function allEntry(q: string): PaletteEntry {
  const href = `/search?${new URLSearchParams({ q })}`
  return { id: 'all', href, label: `Show all results for “${q}”` }
}

function docsEntry(q: string): PaletteEntry {
  const href = `/docs/search?${new URLSearchParams({ q })}`
  return { id: 'docs', href, label: `Search the documentation for “${q}”` }
}

/** What is done at once, with the other words for it. */
function sessionEntries(mode: 'test' | 'live'): (PaletteEntry & { words: string })[] {
  const other = mode === 'test' ? 'live' : 'test'
  return [
    { id: 'mode', href: '/', label: `Switch to ${other} mode`, runs: 'mode', words: 'change environment' },
    {
      id: 'sign_out',
      href: '/login',
      label: 'Sign out',
      runs: 'sign_out',
      words: 'log out logout signout exit',
    },
  ]
}

/** A list with the filters that are typed, or all lists that have them. */
function listEntries(found: SearchResponse | null): EntryGroup {
  const { list = null, lists = [] } = found ?? {}
  const named = list && list.problems.length === 0 ? [list] : lists
  const items = named.map(({ href, title, text }) => ({
    id: `list:${href}`,
    href,
    label: title,
    detail: text,
  }))
  return { value: 'Lists', items }
}

function recordEntry(record: FoundRecord, grouping: Grouping): PaletteEntry {
  const { id, href } = record
  return { id, href, label: id, mono: true, detail: recordDetail(record, grouping) }
}

function recordDetail({ amount, currency, status, text }: FoundRecord, grouping: Grouping): string {
  const money = amount === null || currency === null ? null : formatMoney(amount, currency, grouping)
  const detail = [money, status === null ? null : statusText(status), text]
  return detail.filter((part) => part !== null).join(' · ')
}

function entryOf({ href, label }: { href: string; label: string }): PaletteEntry {
  return { id: href, href, label }
}

function filled(groups: EntryGroup[]): EntryGroup[] {
  return groups.filter(({ items }) => items.length > 0)
}

import { NAV_ACTIONS, NAV_GROUPS } from '#components/app-shell/nav-groups.ts'
import type { FoundRecord } from '#lib/domain/search/schema.ts'
import { formatMoney, type Grouping } from '#lib/values/money-text.ts'
import type { Recent } from './recent.ts'
import { actionOf, KIND_LABELS, type SearchResponse, statusText } from './search-labels.ts'

export type PaletteEntry = {
  id: string
  href: string
  label: string
  detail?: string | undefined
  mono?: boolean
}
type EntryGroup = { value: string; items: PaletteEntry[] }

type Known = {
  q: string
  found: SearchResponse | null
  recent: Recent[]
  /** The pages and forms that the role may open, by their paths. */
  allowed: string[]
  grouping: Grouping
}

/** What the palette shows, in groups: what was found, what can be done, and where one can go. */
export function entriesOf({ q, found, recent, allowed, grouping }: Known): EntryGroup[] {
  const pages = NAV_GROUPS.flatMap(({ nouns }) => nouns).filter(({ href }) => allowed.includes(href))
  const actions = NAV_ACTIONS.filter(({ href }) => allowed.includes(href))
  if (q === '')
    return filled([
      {
        value: 'Recent',
        items: recent.map(({ id, href, title }) => ({
          ...{ id: `recent:${href}`, href, label: id, detail: title, mono: true },
        })),
      },
      { value: 'Actions', items: actions.map(entryOf) },
      { value: 'Pages', items: pages.map(entryOf) },
    ])
  const records = found?.groups ?? []
  const next = records.flatMap(({ items }) => items.flatMap((record) => actionOf(record) ?? []))
  const matches = ({ label }: { label: string }) => label.toLowerCase().includes(q.toLowerCase())
  const named = [
    { value: 'Actions', items: [...next, ...actions.filter(matches).map(entryOf)] },
    { value: 'Pages', items: pages.filter(matches).map(entryOf) },
  ]
  const kinds = records.map(({ kind, items }) => ({
    value: KIND_LABELS[kind][items.length === 1 ? 0 : 1],
    items: items.map((record) => recordEntry(record, grouping)),
  }))
  const all = {
    id: 'all',
    href: `/search?${new URLSearchParams({ q })}`,
    label: `Show all results for “${q}”`,
  }
  return filled([listEntry(found?.list), ...kinds, ...named, { value: 'Search', items: [all] }])
}

/** A list with the filters that are typed. */
function listEntry(list: SearchResponse['list'] | undefined): EntryGroup {
  const items =
    list && list.problems.length === 0
      ? [{ id: 'list', href: list.href, label: list.title, detail: list.text }]
      : []
  return { value: 'Lists', items }
}

function recordEntry(record: FoundRecord, grouping: Grouping): PaletteEntry {
  const { id, href, amount, currency, status, text } = record
  const money = amount === null || currency === null ? null : formatMoney(amount, currency, grouping)
  const detail = [money, status === null ? null : statusText(status), text]
  return { id, href, label: id, mono: true, detail: detail.filter((part) => part !== null).join(' · ') }
}

function entryOf({ href, label }: { href: string; label: string }): PaletteEntry {
  return { id: href, href, label }
}

function filled(groups: EntryGroup[]): EntryGroup[] {
  return groups.filter(({ items }) => items.length > 0)
}

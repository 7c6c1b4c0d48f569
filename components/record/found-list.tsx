import type { ReactNode } from 'react'
import { NothingFound } from '#components/ui/empty-state.tsx'
import { Pager } from '#components/ui/pager.tsx'
import type { Query } from '#components/ui/query.ts'
import { Shown, Unreadable } from './list-result.tsx'

type FoundPage<Row> = {
  items: Row[]
  total: number
  /** How many rows stand before these; left out where that is not counted. */
  above?: number | null
  has_newer: boolean
  has_older: boolean
}

type FoundListProps<Row> = {
  path: string
  query: Query
  /** What the rows are, in the plural: "orders". */
  nouns: string
  /** How many rows a page has. */
  size: number
  /** Null when the filters could not be read, or the rows not fetched. */
  page: FoundPage<Row> | null
  /** Why the filters could not be read. */
  problems: string[]
  found: { ok: true } | { ok: false; description: string; request_id: string }
  children: (rows: Row[]) => ReactNode
}

/** What a filter has found, a page at a time; what could not be read, or found nothing, says so in its place. */
export function FoundList<Row extends { id: string }>(props: FoundListProps<Row>) {
  const { path, query, nouns, size, page, problems, found, children } = props
  if (page === null)
    return <Unreadable problems={problems} failed={found.ok ? null : found} clearHref={path} />
  if (page.items.length === 0)
    return <NothingFound title={`No ${nouns} match these filters`} clearHref={path} />
  return (
    <>
      {children(page.items)}
      <Pager
        path={path}
        query={query}
        size={size}
        firstId={page.items[0]?.id}
        lastId={page.items.at(-1)?.id}
        hasNewer={page.has_newer}
        hasOlder={page.has_older}
      >
        {page.above != null && <Shown above={page.above} count={page.items.length} total={page.total} />}
      </Pager>
    </>
  )
}

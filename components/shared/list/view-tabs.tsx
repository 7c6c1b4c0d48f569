import type { ReactNode } from 'react'
import { Bookmark, Pencil } from '#components/ui/icons.tsx'
import { Link } from '#components/ui/link.tsx'
import { chip, quietLink } from '#components/ui/looks.ts'
import { hrefWith, PLACE, type Query } from '#components/ui/query.ts'
import type { ListView } from '#lib/domain/views/schema.ts'
import type { Draw } from './list.ts'

type ViewsProps = { path: string; nouns: string; draw: Draw; views: ListView[] }

/** What a view keeps: filters, tab and columns, but no page of the list. */
const OMITTED = { ...PLACE, view: null, total: null, ids: null }

/** The search param of a list without its default view. */
const ALL = 'all'

/** The URL of a view. Its search params are followed by its ID, so that it is known which view is open. */
export function viewHref({ list, query, id }: Pick<ListView, 'list' | 'query' | 'id'>): string {
  return hrefWith(list, Object.fromEntries(new URLSearchParams(query)), { view: id })
}

/** The saved views of a list, and the links that save and change one. */
export function ViewTabs({ path, nouns, draw, views }: ViewsProps) {
  const { query } = draw
  const current = views.find(({ id }) => id === query.view)
  const selected = new URLSearchParams(filtersOf(query)).toString()
  const changed = selected !== '' && (current === undefined || !sameQuery(selected, current.query))
  if (views.length === 0 && !changed) return null
  const save = new URLSearchParams({
    list: path,
    query: selected,
    ...(current?.own ? { name: current.name } : {}),
  })
  return (
    <nav aria-label="Views" className="print:hidden flex flex-wrap items-center gap-1.5">
      {views.length > 0 && (
        <ViewLink href={`${path}?view=${ALL}`} current={current === undefined && selected === ''}>
          All {nouns}
        </ViewLink>
      )}
      {views.map((view) => (
        <ViewLink key={view.id} href={viewHref(view)} current={view === current}>
          {view.name}
          {!view.own && <span className="text-ink-2"> shared</span>}
        </ViewLink>
      ))}
      {changed && (
        <Link href={`/views/new?${save}`} className={`${quietLink} inline-flex items-center gap-1`}>
          <Bookmark aria-hidden="true" className="size-3.5" /> Save view
        </Link>
      )}
      {current && (
        <Link href={`/views/${current.id}`} className={`${quietLink} inline-flex items-center gap-1`}>
          <Pencil aria-hidden="true" className="size-3.5" /> Edit view
        </Link>
      )}
    </nav>
  )
}

function filtersOf(query: Query): Query {
  return Object.fromEntries(Object.entries(query).filter(([name]) => !(name in OMITTED)))
}

function sameQuery(a: string, b: string): boolean {
  const sorted = (text: string) => [...new URLSearchParams(text)].map(String).sort().join('&')
  return sorted(a) === sorted(b)
}

function ViewLink({ href, current, children }: { href: string; current: boolean; children: ReactNode }) {
  return (
    <Link
      href={href}
      aria-current={current ? 'page' : undefined}
      className={`${chip} max-w-60 truncate aria-[current]:border-accent aria-[current]:bg-accent-tint`}
    >
      {children}
    </Link>
  )
}

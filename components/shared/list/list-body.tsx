import { type ReactNode, Suspense, use } from 'react'
import { pagePermissions } from '#components/app-shell/page-permissions.ts'
import { NewItemsBadge } from '#components/shared/new-items-badge.tsx'
import { SORT } from '#components/ui/data-table.tsx'
import { NothingFound } from '#components/ui/empty-state.tsx'
import { FilterBar } from '#components/ui/filter-bar.tsx'
import { X } from '#components/ui/icons.tsx'
import { Link } from '#components/ui/link.tsx'
import { chip } from '#components/ui/looks.ts'
import { Notice } from '#components/ui/notice.tsx'
import { Actions } from '#components/ui/page-head.tsx'
import { Pager } from '#components/ui/pager.tsx'
import { hrefWith, PLACE } from '#components/ui/query.ts'
import { Tabs } from '#components/ui/tabs.tsx'
import { termsOf } from '#lib/filters/filter-query.ts'
import { figures } from '#lib/values/number-text.ts'
import { controlOf } from './filter-controls.tsx'
import { FindField } from './find-field.tsx'
import { type Draw, filtersOf, isSelectable, type ListedPage, type ListLook } from './list.ts'
import { CountLine, ResultLine, Shown, UncountedLine, Unreadable } from './list-result.tsx'
import { Selection } from './selection.tsx'
import { sortChoice } from './sort-choice.tsx'
import { ViewTabs } from './view-tabs.tsx'

type ListBodyProps<Row, Page extends ListedPage<Row>> = {
  list: ListLook<Row, Page>
  page: Page
  /** The same page with the exact count, where that takes longer; null if it could not be counted. */
  counting?: Promise<Page | null> | undefined
  draw: Draw
  /** How many rows a page has. */
  size: number
  /** Why the filters could not be read: then no rows are shown. */
  problems: string[]
  /** The tabs of the pages that the list is one of. */
  top?: ReactNode
}

/**
 * A list below its title: a line of tabs, a line of everything that chooses its rows, and one page of them. The button for
 * columns, which the table has, is at the right end of the line above it.
 */
export function ListBody<Row, Page extends ListedPage<Row>>(props: ListBodyProps<Row, Page>) {
  const { list, page, draw, problems, top } = props
  const { path, noun, nouns } = list
  const { query } = draw
  const tabs = list.tabs?.of.map(({ set = {} }) => set)
  const controls = filtersOf(list).flatMap((filter) => controlOf(filter, query, draw, tabs) ?? [])
  const views = draw.views && (
    <ViewTabs path={path} nouns={nouns ?? `${noun}s`} draw={draw} views={draw.views} />
  )
  const result = (
    <WhenCounted {...props}>
      {(counted, isCounting) =>
        counted.counted ? (
          (list.result?.(counted, draw) ?? (
            <ListResult page={counted} noun={noun} nouns={nouns} sums={list.sums} />
          ))
        ) : (
          <UncountedLine
            max={counted.total}
            noun={noun}
            nouns={nouns}
            exactHref={isCounting ? null : hrefWith(path, query, { total: 'exact' })}
          />
        )
      }
    </WhenCounted>
  )
  return (
    <>
      {list.above?.(page, draw)}
      {list.tabs && (
        <TabLine top={top}>
          <WhenCounted {...props}>
            {(counted) => <ListTabs list={list} page={counted} draw={draw} chips={Boolean(top)} />}
          </WhenCounted>
        </TabLine>
      )}
      {!list.tabs && top}
      {draw.unknown !== undefined && draw.unknown.length > 0 && (
        <div className="mb-2.5">
          <Notice tone="wait" role="status">
            Unknown {draw.unknown.length === 1 ? 'filter' : 'filters'} ignored:{' '}
            {draw.unknown.map((name) => name.slice(0, 40)).join(', ')}.
          </Notice>
        </div>
      )}
      {list.note?.(page, draw)}
      {controls.length === 0 && list.tabs ? (
        views
      ) : (
        <div data-list-tools="" className={TOOLS}>
          {!draw.isPart && termsOf(list).length > 1 && <FindField list={list} draw={draw} />}
          {controls.length > 0 && (
            <FilterBar
              path={path}
              query={query}
              filters={controls}
              sort={list.sort && sortChoice(query, list.sort)}
              result={problems.length === 0 && result}
            />
          )}
          {views}
        </div>
      )}
      {problems.length > 0 ? (
        <Unreadable problems={problems} failed={null} clearHref={clearHref(list, draw)} />
      ) : (
        <Rows {...props} />
      )}
    </>
  )
}

/** The head of a list, on one line: its name, a sentence or its trend, and what can be done. The rows begin soon after. */
export function ListHead({
  title,
  lead,
  picture,
  actions,
}: {
  title: string
  lead?: ReactNode
  picture?: ReactNode
  actions?: ReactNode
}) {
  return (
    <header data-list-head="" className="mb-0.5 flex flex-wrap items-center gap-x-4 narrow:gap-y-2">
      <h1 className="text-title font-semibold tracking-[-0.012em]">{title}</h1>
      {lead && (
        <div className="min-w-0 max-w-max flex-[2_1_0] text-table text-ink-2 narrow:order-1 narrow:max-w-full narrow:basis-full narrow:whitespace-normal! not-has-[form]:truncate has-[form]:max-w-none">
          {lead}
        </div>
      )}
      {picture}
      {actions && <Actions className="ml-auto">{actions}</Actions>}
    </header>
  )
}

/** The room at its end is that of the button for columns. */
const TOOLS =
  'print:hidden relative mb-0.5 flex min-h-[30px] [[data-list-head]+&]:mt-[6px] flex-wrap items-center gap-x-2 gap-y-1.5 pr-[96px] @max-[52rem]/page:pr-0'

/** The tabs of the pages that a list is one of, and those of the list as chips beside them; or its tabs alone. */
function TabLine({ top, children }: { top: ReactNode; children: ReactNode }) {
  if (!top) return <div className="[&>nav]:mb-[6px]">{children}</div>
  return (
    <div className="mb-[6px] flex flex-wrap items-center gap-x-6 border-b border-line [&>nav]:mb-0 [&>nav]:border-b-0">
      {top}
      {children}
    </div>
  )
}

type WhenCountedProps<Page> = {
  page: Page
  counting?: Promise<Page | null> | undefined
  children: (page: Page, isCounting: boolean) => ReactNode
}

/** What depends on the count: drawn with the rows, and again when an exact count that was asked for has arrived. */
function WhenCounted<Page extends ListedPage<unknown>>({ page, counting, children }: WhenCountedProps<Page>) {
  if (!counting || page.counted) return children(page, false)
  return (
    <Suspense fallback={children(page, true)}>
      <Counted page={page} counting={counting}>
        {children}
      </Counted>
    </Suspense>
  )
}

function Counted<Page>({ page, counting, children }: WhenCountedProps<Page>) {
  return children((counting && use(counting)) ?? page, false)
}

function ListResult({
  page,
  noun,
  nouns,
  sums,
}: {
  page: ListedPage<unknown>
  noun: string
  nouns: string | undefined
  sums?: ListLook<never>['sums']
}) {
  if (!sums) return <CountLine total={page.total} noun={noun} nouns={nouns} />
  return <ResultLine total={page.total} totals={page.totals} noun={noun} sums={sums} />
}

/** The groups that people look for, each with how many there are under the other filters, which stay as they are. */
function ListTabs<Row, Page extends ListedPage<Row>>({
  list: { path, tabs },
  page,
  draw,
  chips,
}: {
  list: ListLook<Row, Page>
  page: Page
  draw: Draw
  chips: boolean
}) {
  if (!tabs) return null
  const { query, grouping } = draw
  const names = [...new Set(tabs.of.flatMap(({ set = {} }) => Object.keys(set)))]
  const shown = tabs.of.map(({ count, label, set = {}, hint, after }) => ({
    ...(hint === undefined ? {} : { hint }),
    href: hrefWith(path, query, {
      ...PLACE,
      ...Object.fromEntries(names.map((name) => [name, set[name] ?? null])),
    }),
    label,
    count: (
      <>
        {page.tabs[count] === null ? null : figures(page.tabs[count] ?? 0, grouping)}
        {after?.(page, draw)}
      </>
    ),
    current: names.every((name) => (query[name] ?? null) === (set[name] ?? null)),
  }))
  const beside = tabs.beside?.filter(({ permission }) => draw.may(permission)) ?? []
  if (!tabs.chips && !chips) return <Tabs label={tabs.label} tabs={[...shown, ...beside]} />
  return (
    <nav aria-label={tabs.label} className="mb-2.5 flex flex-wrap gap-1.5" data-list-control="tabs">
      {shown.map(({ href, label, count, current }) => (
        <Link
          key={href}
          href={href}
          aria-current={current ? 'page' : undefined}
          className={`${chip} aria-[current]:border-accent aria-[current]:bg-accent-tint`}
        >
          {label} <small className="num text-[1em] text-ink-2">{count}</small>
        </Link>
      ))}
    </nav>
  )
}

function Rows<Row, Page extends ListedPage<Row>>({
  list,
  page,
  counting,
  draw,
  size,
}: ListBodyProps<Row, Page>) {
  const { path, noun, nouns = `${noun}s`, keyOf = idOf } = list
  const { items } = page
  const [first, last] = [items[0], items.at(-1)]
  if (first === undefined || last === undefined)
    return (
      <Live list={list} page={page} draw={draw}>
        {isFiltered(list, draw) ? (
          <NothingFound title={`No ${nouns} match these filters`} clearHref={clearHref(list, draw)}>
            <FilterParts list={list} draw={draw} />
          </NothingFound>
        ) : (
          <NothingFound title={`No ${nouns} here`}>The other tabs may have some.</NothingFound>
        )}
      </Live>
    )
  return (
    <Live list={list} page={page} draw={draw}>
      <div className="group/list">
        {list.table(items, draw, {
          selectable: isSelectable(list),
          chooser: { path, query: draw.query },
          mayOpen: (path) => pagePermissions(path).every(draw.may),
          ...(list.sort && { sort: { path, query: draw.query, by: list.sort } }),
        })}
        <Selection list={list} page={page} draw={draw} />
      </div>
      <Pager
        path={path}
        query={draw.query}
        size={size}
        firstId={keyOf(first)}
        lastId={keyOf(last)}
        hasNewer={page.has_newer}
        hasOlder={page.has_older}
        sorted={draw.query[SORT] !== undefined}
      >
        <WhenCounted page={page} counting={counting}>
          {({ above, counted, total }) =>
            above !== null && <Shown above={above} count={items.length} total={counted ? total : null} />
          }
        </WhenCounted>
      </Pager>
    </Live>
  )
}

/** What was understood of a text of filters, in words, each with a link that leaves it out. */
function FilterParts<Row, Page extends ListedPage<Row>>({
  list,
  draw,
}: {
  list: ListLook<Row, Page>
  draw: Draw
}) {
  const { query } = draw
  const parts = filtersOf(list).flatMap((filter) => {
    const { control, names, term } = filter
    if (control.kind === 'hidden' || names.every((name) => query[name] === undefined)) return []
    const value = controlOf(filter, query, draw)?.value ?? term?.write(query, draw)[0]?.value ?? ''
    const label = control.kind === 'selected' ? 'Selected' : control.label
    const without = { ...PLACE, ...Object.fromEntries(names.map((name) => [name, null])) }
    return [{ label, value, href: hrefWith(list.path, query, without) }]
  })
  if (parts.length === 0) return 'Change or clear the filters.'
  return (
    <ul aria-label="Filters" className="mt-2 flex flex-wrap justify-center gap-1.5">
      {parts.map(({ label, value, href }) => (
        <li key={label}>
          <Link href={href} aria-label={`Remove ${label} ${value}`} className={chip}>
            {label} <b className="max-w-[min(20rem,60vw)] truncate font-[580]">{value}</b>
            <X aria-hidden="true" className="size-3.5" />
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The first page of a live list says how many rows have come since, while the newest are first. */
export function Live<Row, Page extends ListedPage<Row>>({
  list: { path, noun, live, keyOf = idOf },
  page,
  draw,
  children,
}: {
  list: ListLook<Row, Page>
  page: Page
  draw: Draw
  children: ReactNode
}) {
  if (!live) return children
  const [first] = page.items
  const href = hrefWith(path, draw.query, PLACE)
  return (
    <div className="relative">
      {!page.has_newer && draw.query[SORT] === undefined && (
        <NewItemsBadge than={first === undefined ? null : keyOf(first)} href={href} noun={noun} />
      )}
      {children}
    </div>
  )
}

/** Whether anything but what the list opens with has been chosen. */
function isFiltered<Row, Page extends ListedPage<Row>>(list: ListLook<Row, Page>, { query }: Draw): boolean {
  return filtersOf(list).some(({ names }) => names.some((name) => query[name] !== undefined))
}

/** The whole list. Without any search param it would open with the person's default view. */
function clearHref({ path, whole }: Pick<ListLook<never>, 'path' | 'whole'>, { views = [] }: Draw): string {
  if (whole) return hrefWith(path, whole)
  return views.some(({ is_default }) => is_default) ? `${path}?view=all` : path
}

function idOf(row: unknown): string {
  return (row as { id: string }).id
}

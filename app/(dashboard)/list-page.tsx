import { notFound, redirect } from 'next/navigation'
import type { NextRequest } from 'next/server'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { ExportLink } from '#app/(dashboard)/export-link.tsx'
import { choosePreferenceAction } from '#app/(dashboard)/frame-actions.ts'
import {
  type Draw,
  exportedFilters,
  FIND,
  type ListedPage,
  type ListLook,
  listQuery,
  type Reader,
  readList,
  shownAs,
  unknownParams,
  withStandards,
} from '#components/shared/list/list.ts'
import { ListBody, ListHead, Live } from '#components/shared/list/list-body.tsx'
import { selectionText } from '#components/shared/list/selection.tsx'
import { viewHref } from '#components/shared/list/view-tabs.tsx'
import { COLUMNS } from '#components/ui/column-chooser.tsx'
import { Permitted } from '#components/ui/disabled-action.tsx'
import { Failure } from '#components/ui/failure.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { hrefWith, PLACE, type Query, queryOf } from '#components/ui/query.ts'
import { currentPreferences, requireStaff, staffActor, staffAgain } from '#lib/auth/staff.ts'
import { recordExport } from '#lib/domain/exports/download.ts'
import { EXPORT_FORMATS, type ExportFormat } from '#lib/domain/exports/schema.ts'
import { fetchListMarks, type Watched } from '#lib/domain/list-marks.ts'
import { fetchListViews } from '#lib/domain/views/fetch.ts'
import { type CsvColumn, isNameable } from '#lib/exports/file.ts'
import { queryFromText, textFromQuery } from '#lib/filters/filter-query.ts'
import { withDates } from '#lib/filters/period.ts'
import type { Actor, Operation } from '#lib/pipeline/operation.ts'
import { csvFile } from '#lib/surfaces/csv.ts'
import { fileError } from '#lib/surfaces/file-error.ts'
import { streamNewRows } from '#lib/surfaces/live.ts'
import { readFiltered, tryRead } from '#lib/surfaces/page.ts'
import type { Permission } from '#lib/values/permissions.ts'

type SearchParams = Record<string, string | string[] | undefined>

// The row of a list is that of its operation, whichever it is.
// biome-ignore lint/suspicious/noExplicitAny: see above
type AnyPage = z.ZodType<ListedPage<any>>
type RowOf<O extends AnyPage> = z.output<O>['items'][number]

/** A list of the dashboard: how it is drawn, and the operation that reads it. */
type StaffList<I extends z.ZodType, O extends AnyPage> = ListLook<RowOf<O>, z.output<O>> & {
  operation: Operation<I, O>
  /** Choices of a filter that depend on the rows there are. */
  choices?: () => Promise<Record<string, string>>
  /** The record that its rows belong to, as the operation takes it. */
  parent?: Record<string, string>
  /** A drawing of a trend above the rows, of the filters of the list where they are meaningful. */
  picture?: (filters: Record<string, unknown>, draw: Draw) => Promise<ReactNode>
  /** The page of an account without this list: known before the read, or from the reason of its error. */
  instead?: (account: Actor['account'], reason?: string) => ReactNode
}

export function staffList<I extends z.ZodType, O extends AnyPage>(list: StaffList<I, O>): StaffList<I, O> {
  return list
}

export function listPage<I extends z.ZodType, O extends AnyPage>(list: StaffList<I, O>) {
  return async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
    const { draw, page, body, instead, picture } = await drawn(list, await searchParams)
    if (instead) return instead
    return (
      <>
        <ListHead
          title={list.title}
          lead={list.lead?.(draw, page)}
          picture={
            picture && (
              <form action={choosePreferenceAction} className="contents">
                {picture}
              </form>
            )
          }
          actions={list.actions?.(draw)}
        />
        {body}
      </>
    )
  }
}

type ListPartProps<I extends z.ZodType, O extends AnyPage> = {
  list: StaffList<I, O>
  searchParams: SearchParams
}

/** The list of a record, below the tabs of its page. */
export async function ListPart<I extends z.ZodType, O extends AnyPage>(props: ListPartProps<I, O>) {
  const { body, instead } = await drawn(props.list, props.searchParams)
  return instead || body
}

/** Reads a list, and renders it below its title; `instead` replaces all of it. */
async function drawn<I extends z.ZodType, O extends AnyPage>(list: StaffList<I, O>, sent: SearchParams) {
  const query = listQuery(list, sent)
  const ignored = queryOf(Object.fromEntries(list.ignored?.map((name) => [name, sent[name]]) ?? []))
  const { actor, ...reader } = await readerOf()
  const { account, permissions } = actor
  const isPart = list.parent !== undefined
  const typed = isPart ? { text: undefined, problems: [] } : findIn(list, sent, query, reader)
  const { filters, place, problems: unread } = readList(list, query, reader)
  const problems = [...typed.problems, ...unread]
  const may = (permission: Permission) => permissions.has(permission)
  const readable = problems.length === 0
  const draw: Draw = {
    ...reader,
    query,
    ignored,
    readable,
    mode: account.mode,
    account: account.id,
    may,
    typed: typed.text,
    isPart,
    unknown: isPart ? [] : unknownParams(list, sent),
  }
  const unavailable = list.instead?.(account)
  if (unavailable) return { draw, page: null, body: null, instead: unavailable }
  const top = !isPart && list.top?.(draw)
  const hasViews = !isPart && may(fetchListViews.permission)
  const { exact, ...window } = place
  const read = (more: object) =>
    readFiltered(list.operation, { ...list.parent, ...filters, ...window, ...more })
  // The rows don't wait for an exact count, which can take seconds.
  const counting = exact && read({ exact }).then((counted) => (counted.ok ? counted.value : null))
  counting?.catch(() => {})
  const [found, views, picture] = await Promise.all([
    read({}),
    hasViews ? tryRead(fetchListViews, { list: list.path }) : null,
    isPart || !readable ? null : list.picture?.(filters, draw),
  ])
  draw.views = views?.ok ? views.value.items : undefined
  const standard = draw.views?.find(({ is_default }) => is_default)
  if (standard && Object.keys(sent).length === 0) redirect(viewHref(standard))
  if (!found.ok) {
    const body = (
      <>
        {top}
        <Failure requestId={found.request_id}>{found.description}</Failure>
      </>
    )
    return { draw, page: null, body, instead: list.instead?.(account, found.reason) }
  }
  draw.choices = await list.choices?.()
  const body = found.value.empty ? (
    <>
      {top}
      <Live list={list} page={found.value} draw={draw}>
        {list.nothing(draw, found.value)}
      </Live>
    </>
  ) : (
    <ListBody {...{ list, page: found.value, counting, draw, size: place.count, problems, top }} />
  )
  return { draw, page: found.value, body, instead: null, picture: found.value.empty ? null : picture }
}

/** Reads the trend of a list in its period; null where it cannot be read, which the list says itself. */
export async function readTrend<I extends z.ZodType, O extends z.ZodType>(
  operation: Operation<I, O>,
  { from, to }: Record<string, unknown>,
  { zone }: Draw,
  more: object = {},
) {
  const found = await tryRead(operation, { from, to, zone, ...more })
  return found.ok ? found.value : null
}

/** A text of filters leads to the search params that it means, so that there is one URL for each result. */
function findIn(list: Read, sent: SearchParams, query: Query, reader: Reader) {
  const text = queryOf(sent)[FIND] ?? (sent[FIND] === undefined ? undefined : '')
  if (text === undefined) return { text, problems: [] }
  const found = queryFromText(list, text.slice(0, MAX_TEXT), reader)
  if (found.problems.length > 0) return { text, problems: found.problems }
  redirect(hrefWith(list.path, { ...found.query, ...shownAs(query) }))
}

/** Reads a text of filters for a link to a list: the search field of every page takes them, too. */
export async function findInList(list: AnyList, text: string) {
  const reader = await readerOf()
  const { query, problems } = queryFromText(list, text.slice(0, MAX_TEXT), reader)
  return { href: hrefWith(list.path, query), text: textFromQuery(list, query, reader), problems }
}

/**
 * The same for words that are filters: "failed upi", "1499 upi yesterday". Null where they are not, or where a word beside
 * them finds nothing. @param options.found whether the rows are looked for
 */
export async function findWordsInList(list: AnyList, words: string, { found = true } = {}) {
  const { query, problems } = queryFromText(list, words.slice(0, MAX_TEXT), await readerOf())
  const { q, ...filters } = query
  if (problems.length > 0 || Object.keys(filters).length === 0 || isSentence(q, filters)) return null
  if (found && q !== undefined && (await readSelection(list, query)).total === 0) return null
  return findInList(list, words)
}

/** Words that are left are one name or reference. Beside an amount, a name may have several. */
function isSentence(q: string | undefined, filters: Record<string, string>): boolean {
  return q?.includes(' ') === true && filters.min === undefined
}

/** The longest text of filters. */
const MAX_TEXT = 500

type Read = Pick<
  ListLook<never>,
  'path' | 'noun' | 'nouns' | 'filters' | 'cursor' | 'sort' | 'ignored' | 'exported' | 'bulk'
>
/** A list that is exported as a file. */
export type ExportedList = {
  list: Read & { nouns?: string; parent?: Record<string, string> }
  operation: Operation<z.ZodType, z.ZodType<{ items: Record<string, unknown>[] }>>
  columns: (zone: string, currency: string) => readonly CsvColumn<Record<string, unknown>>[]
  /** What the next rows begin after. */
  cursorOf: (row: Record<string, unknown>) => string
}

type AtList = { params: Promise<{ list: string[] }> }

/** The route of exported lists by their paths: all that the filters find, as a file. They can be a text, as above the list. */
export function exportRoute(listAt: (path: string) => ExportedList | undefined) {
  return async (request: NextRequest, { params }: AtList) => {
    await requireStaff()
    const exported = listAt((await params).list.join('/'))
    return exported ? exportFile(request, exported) : notFound()
  }
}

async function exportFile(
  request: NextRequest,
  { list, operation, columns: columnsOf, cursorOf }: ExportedList,
) {
  const reader = await readerOf()
  const { format = 'csv', head, columns: chosen, ...sent } = queryFrom(list, request)
  const text = request.nextUrl.searchParams.get(FIND) ?? ''
  const found = queryFromText(list, text.slice(0, MAX_TEXT), reader)
  const query = { ...sent, ...found.query }
  const { filters, place, problems: unread } = readList(list, query, reader)
  const problems = [...found.problems, ...unread]
  const { zone, currency } = reader
  const known = columnsOf(zone, currency)
  const names = chosen === undefined ? null : request.nextUrl.searchParams.getAll('columns')
  const columns = known.filter(([name]) => names?.includes(name) ?? true)
  if (!isFormat(format)) problems.push(`The format must be ${EXPORT_FORMATS.join(' or ')}.`)
  if (columns.length === 0) problems.push('Choose at least one column.')
  if (problems.length > 0 || !isFormat(format))
    return fileError(request, { status: 400, description: problems.join(' ') })
  const { sort } = place
  const input = { ...list.parent, ...filters, ...(sort === undefined ? {} : { sort }) }
  const dated = withDates(withStandards(list, query), zone, reader.now)
  const recorded = Object.entries(dated).map(([name, value]) => [
    name,
    name === 'ids' || isNameable(name, value) ? value : '…',
  ])
  return csvFile(request, operation, input, {
    record: recordExport,
    noun: fileNoun(list),
    columns,
    zone,
    format,
    head: head === '1',
    filter: new URLSearchParams(dated).toString(),
    filterText: {
      whole: exportedFilters(list, dated, reader),
      recorded: exportedFilters(list, Object.fromEntries(recorded), reader),
    },
    next: (last) => ({ after: cursorOf(last) }),
  })
}

/** How the name of the file begins. The list of a record names it, too. */
function fileNoun({ path, noun, nouns = `${noun}s`, parent }: ExportedList['list']): string {
  const of = Object.values(parent ?? {})[0]
  return of === undefined ? (path.split('/').at(-1) ?? '') : `${nouns}-${of}`
}

function isFormat(text: string): text is ExportFormat {
  return (EXPORT_FORMATS as readonly string[]).includes(text)
}

type CountNewer = Operation<z.ZodType, z.ZodType<{ count: number }>>

/**
 * The route of lists that are live: how many rows have come since one was shown, as server-sent events; `than` is the newest
 * that it shows.
 */
export function liveRoute(
  lists: ReadonlyMap<string, AnyList>,
  live: Record<string, [CountNewer, readonly Watched[]]>,
) {
  return async function GET(request: NextRequest, { params }: AtList) {
    const actor = await staffActor()
    if (!actor) return Response.json({ error: 'signed_out' }, { status: 401 })
    const path = `/${(await params).list.join('/')}`
    const list = lists.get(path)
    const own = Object.hasOwn(live, path) ? live[path] : undefined
    if (!list || !own) return Response.json({ error: 'not_found' }, { status: 404 })
    const [countNewer, watched] = own
    const { than, ...query } = queryFrom(list, request)
    const { filters, problems } = readList(list, query, await readerOf())
    if (problems.length > 0) return Response.json({ error: problems[0] }, { status: 400 })
    const input = { ...filters, than }
    const found = await tryRead(countNewer, input)
    if (!found.ok) return Response.json({ error: found.description }, { status: found.status })
    const reauthorize = () => staffAgain(actor)
    return streamNewRows({ countNewer, input, watched, marks: fetchListMarks, actor, reauthorize })
  }
}

/** A list whatever its rows are. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type AnyList = StaffList<z.ZodType, any>

export function anyList<I extends z.ZodType, O extends AnyPage>(list: StaffList<I, O>): AnyList {
  // A list takes its own input and rows in functions, so no type but `any` is a supertype of all lists.
  return list as unknown as AnyList
}

/**
 * What is selected in a list: its search params, how many rows they find with what they add up to, and the first of them.
 * @param count how many rows are read
 */
export async function readSelection<I extends z.ZodType, O extends AnyPage>(
  list: StaffList<I, O>,
  sent: SearchParams,
  count = 1,
) {
  const nothing = { items: [] as z.output<O>['items'], total: 0, text: '' }
  const query = listQuery(list, sent)
  const reader = await readerOf()
  const { filters, problems } = readList(list, query, reader)
  if (problems.length > 0) return { ...nothing, query, problems }
  const found = await readFiltered(list.operation, { ...filters, count })
  if (!found.ok) return { ...nothing, query, problems: [found.description] }
  const { items, total } = found.value
  return { query, problems, items, total, text: selectionText(list, found.value, reader) }
}

/** The route of selected rows: how many they are and what they add up to, as text. */
export function selectionRoute(lists: ReadonlyMap<string, AnyList>) {
  return async function GET(request: NextRequest, { params }: { params: Promise<{ list: string[] }> }) {
    if (!(await staffActor())) return Response.json({ error: 'signed_out' }, { status: 401 })
    const list = lists.get(`/${(await params).list.join('/')}`)
    if (list === undefined) return Response.json({ error: 'not_found' }, { status: 404 })
    const reader = await readerOf()
    const { pages, ...query } = queryFrom(list, request)
    const { filters, problems } = readList(list, query, reader)
    if (problems.length > 0) return Response.json({ error: problems[0] }, { status: 400 })
    const found = await tryRead(list.operation, { ...filters, count: 1 })
    if (!found.ok) return Response.json({ error: found.description }, { status: found.status })
    const text = selectionText(list, found.value, reader, Number(pages ?? 1))
    return Response.json({ text }, { headers: { 'cache-control': 'no-store' } })
  }
}

async function readerOf() {
  const [actor, { time_zone: zone, grouping }] = await Promise.all([requireStaff(), currentPreferences()])
  return { actor, currency: actor.account.currency, zone, grouping, now: Math.floor(Date.now() / 1000) }
}

function queryFrom(list: Read, { nextUrl: { searchParams } }: NextRequest) {
  const names = [...new Set(searchParams.keys())]
  return listQuery(list, Object.fromEntries(names.map((name) => [name, searchParams.getAll(name)])))
}

/** The way to a list as a file, with the filters that are set. */
export function Export({
  list: { path },
  draw: { query, readable },
}: {
  list: { path: string }
  draw: Draw
}) {
  if (!readable) return null
  const whole = { ...PLACE, count: null, [COLUMNS]: null, view: null }
  return (
    <ExportLink
      href={hrefWith(`${path}/export`, query, whole)}
      optionsHref={hrefWith(`/exports${path}`, query, whole)}
    />
  )
}

type CreateProps = { draw: Draw; permission: Permission; href: string; label: string; icon?: ReactNode }

/** The main action of a list, or why it may not be taken. */
export function Create({ draw, permission, href, label, icon }: CreateProps) {
  return (
    <Permitted allowed={draw.may(permission)} permission={permission} label={label} variant="primary">
      <LinkButton href={href} variant="primary">
        {icon} {label}
      </LinkButton>
    </Permitted>
  )
}

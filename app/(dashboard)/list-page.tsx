import type { NextRequest } from 'next/server'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { ExportLink } from '#app/(dashboard)/export-link.tsx'
import {
  type Draw,
  type ListedPage,
  type ListLook,
  listQuery,
  readList,
} from '#components/shared/list/list.ts'
import { ListBody, Live } from '#components/shared/list/list-body.tsx'
import { ListSkeleton } from '#components/shared/list-skeleton.tsx'
import { SkeletonBoundary } from '#components/shared/skeleton-boundary.tsx'
import { Permitted } from '#components/ui/disabled-action.tsx'
import { Failure } from '#components/ui/failure.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { hrefWith, PLACE, queryOf } from '#components/ui/query.ts'
import { currentPreferences, requireStaff, staffActor } from '#lib/auth/staff.ts'
import type { Permission } from '#lib/permissions.ts'
import type { Actor, Operation } from '#lib/pipeline/operation.ts'
import { type CsvColumn, csvFile, EXPORT_FORMATS, type ExportFormat } from '#lib/surfaces/csv.ts'
import { fileError } from '#lib/surfaces/file-error.ts'
import { readFiltered, tryRead } from '#lib/surfaces/page.ts'

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
  /** The page of an account without this list: known before the read, or from the reason of its error. */
  instead?: (account: Actor['account'], reason?: string) => ReactNode
}

/** Declares a list of the dashboard. */
export function staffList<I extends z.ZodType, O extends AnyPage>(list: StaffList<I, O>): StaffList<I, O> {
  return list
}

/** The page of a list. */
export function listPage<I extends z.ZodType, O extends AnyPage>(list: StaffList<I, O>) {
  return async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
    const { draw, body, instead } = await drawn(list, await searchParams)
    if (instead) return instead
    return (
      <>
        <PageHead title={list.title} actions={list.actions?.(draw)}>
          {list.lead?.(draw)}
        </PageHead>
        {list.top?.(draw)}
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
  const { filters, place, problems } = readList(list, query, reader)
  const may = (permission: Permission) => permissions.has(permission)
  const readable = problems.length === 0
  const draw: Draw = { ...reader, query, ignored, readable, mode: account.mode, may }
  const unavailable = list.instead?.(account)
  if (unavailable) return { draw, body: null, instead: unavailable }
  const found = await readFiltered(list.operation, { ...list.parent, ...filters, ...place })
  if (!found.ok) {
    const body = <Failure requestId={found.request_id}>{found.description}</Failure>
    return { draw, body, instead: list.instead?.(account, found.reason) }
  }
  draw.choices = await list.choices?.()
  const body = found.value.empty ? (
    <Live list={list} page={found.value} draw={draw}>
      {list.nothing(draw, found.value)}
    </Live>
  ) : (
    <ListBody list={list} page={found.value} draw={draw} size={place.count} problems={problems} />
  )
  return { draw, body, instead: null }
}

/** The layout of a list: a skeleton while it loads inside the application. */
export function listLayout(title: string) {
  return function Layout({ children }: { children: ReactNode }) {
    return (
      <SkeletonBoundary skeleton={<ListSkeleton title={title} columns={8} />}>{children}</SkeletonBoundary>
    )
  }
}

type Read = Pick<ListLook<never>, 'path' | 'filters' | 'cursor' | 'ignored'>
type ExportOperation<I extends z.ZodType, Item> = Operation<I, z.ZodType<{ items: Item[] }>>

/** The route `export` of a list: everything that its filters find, as a file. */
export function exportRoute<I extends z.ZodType, Item>(
  list: Read,
  operation: ExportOperation<I, Item>,
  columnsOf: (zone: string, currency: string) => CsvColumn<Item>[],
  keyOf: (item: Item) => string = (item) => (item as { id: string }).id,
) {
  return async function GET(request: NextRequest) {
    const reader = await readerOf()
    const { format = 'csv', head, columns: chosen, ...query } = queryFrom(list, request)
    const { filters, problems } = readList(list, query, reader)
    const { zone, currency } = reader
    const known = columnsOf(zone, currency)
    const names = chosen === undefined ? null : request.nextUrl.searchParams.getAll('columns')
    const columns = names === null ? known : known.filter(([name]) => names.includes(name))
    if (!isFormat(format)) problems.push(`The format must be ${EXPORT_FORMATS.join(' or ')}.`)
    if (columns.length === 0) problems.push('Choose at least one column.')
    if (problems.length > 0 || !isFormat(format))
      return fileError(request, { status: 400, description: problems.join(' ') })
    return csvFile(request, operation, filters, {
      ...{ noun: list.path.split('/').at(-1) ?? '', columns, zone, format, head: head === '1' },
      filter: new URLSearchParams(query).toString(),
      next: (last) => ({ after: keyOf(last) }),
    })
  }
}

function isFormat(text: string): text is ExportFormat {
  return (EXPORT_FORMATS as readonly string[]).includes(text)
}

/** The route `newer` of a list: how many rows have come since it was shown; `than` is the newest that it shows. */
export function newerRoute<I extends z.ZodType>(
  list: Read,
  countNewer: Operation<I, z.ZodType<{ count: number }>>,
) {
  return async function GET(request: NextRequest) {
    if (!(await staffActor())) return Response.json({ error: 'signed_out' }, { status: 401 })
    const { than, ...query } = queryFrom(list, request)
    const { filters, problems } = readList(list, query, await readerOf())
    if (problems.length > 0) return Response.json({ error: problems[0] }, { status: 400 })
    const found = await tryRead(countNewer, { ...filters, than })
    if (!found.ok) return Response.json({ error: found.description }, { status: found.status })
    return Response.json(found.value, { headers: { 'cache-control': 'no-store' } })
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
  const whole = { ...PLACE, count: null }
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
      <LinkButton href={href} variant="primary" prefetch={false}>
        {icon} {label}
      </LinkButton>
    </Permitted>
  )
}

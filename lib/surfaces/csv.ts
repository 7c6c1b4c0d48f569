import type { z } from 'zod'
import { isConfirmedBefore } from '#lib/auth/confirm.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import type { RecordExport } from '#lib/domain/exports/schema.ts'
import { isAppError } from '#lib/pipeline/errors.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Operation } from '#lib/pipeline/operation.ts'
import { runtime } from '#lib/runtime.ts'
import { addressOf } from '#lib/surfaces/authorize.ts'
import { fileError } from '#lib/surfaces/file-error.ts'
import { type Cell, csvLine } from '#lib/values/csv.ts'
import { newId } from '#lib/values/id.ts'
import { partsOf } from '#lib/values/time.ts'

export type CsvColumn<Item> = [name: string, cell: (item: Item) => Cell]

type Export<Item> = {
  /** The operation that records the export in the audit log. */
  record: Operation<typeof RecordExport>
  /** The noun in the name of the file: "orders". */
  noun: string
  columns: CsvColumn<Item>[]
  /** The reader's zone, for the date in the name of the file. */
  zone: string
  /** The filter as search params: for the name of the file, and for its head. */
  filter?: string
  format?: ExportFormat
  /** Begins with lines that say what the file has: list, mode, filter, time zone, time. */
  head?: boolean
}

export const EXPORT_FORMATS = ['csv', 'ndjson'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** An operation that pages through a list: takes its filters and a cursor, and returns a page. */
type ExportOperation<I extends z.ZodType, Item> = Operation<I, z.ZodType<{ items: Item[] }>>

/**
 * Everything that an export finds, as a file. It is written page by page while it is sent, so that its length costs no
 * memory. An error is a response of plain text. `next` gives the cursor after an item.
 */
export async function csvFile<I extends z.ZodType, Item>(
  request: Request,
  operation: ExportOperation<I, Item>,
  filters: object,
  { next, record, ...file }: Export<Item> & { next: (last: Item) => object },
): Promise<Response> {
  const actor = await requireStaff()
  const requestId = newId('request', Date.now())
  // An export that has begun goes on, however long it takes.
  const confirmed = await isConfirmedBefore(operation, actor)
  const pageAfter = async (last?: Item) => {
    const asked = { ...filters, ...(last === undefined ? {} : next(last)) }
    return (await execute(runtime(), operation, actor, asked, { requestId, confirmed })).value.items
  }
  const { noun, columns, zone, filter = '', format = 'csv', head = false } = file
  const exported = { list: noun, format, filter: slugOf(filter), columns: columns.map(([column]) => column) }
  let first: Item[]
  try {
    first = await pageAfter()
    await execute(runtime(), record, actor, exported, { requestId, ip: addressOf(request) })
  } catch (thrown) {
    if (!isAppError(thrown)) throw thrown
    const { reason, status, message: description } = thrown
    return fileError(request, { reason, status, description, request_id: requestId })
  }
  const { year, month, day } = partsOf(zone, Math.floor(Date.now() / 1000))
  const date = [year, month, day].map((part) => String(part).padStart(2, '0')).join('-')
  const name = [noun, actor.account.mode, slugOf(filter), date].filter(Boolean).join('-')
  const about = {
    list: noun,
    merchant: actor.account.merchant_name,
    mode: actor.account.mode,
    filter: [...new URLSearchParams(filter)].map((pair) => pair.join('=')).join(' ') || 'none',
    time_zone: zone,
    exported: new Date().toISOString(),
  }
  const { begin, write } = WRITERS[format](columns, head ? about : null)
  return new Response(streamOf(linesOf(begin, write, first, pageAfter)), {
    headers: {
      'Content-Type': format === 'csv' ? 'text/csv; charset=utf-8; header=present' : 'application/x-ndjson',
      'Content-Disposition': `attachment; filename="${name}.${format}"`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}

type Writer<Item> = { begin: string; write: (item: Item) => string }
type About = Record<string, string>

/** How a file begins, and how a row of it is written. */
const WRITERS: Record<ExportFormat, <Item>(columns: CsvColumn<Item>[], about: About | null) => Writer<Item>> =
  {
    csv: (columns, about) => ({
      begin: [
        ...(about ? [...Object.entries(about).map((pair) => csvLine(pair)), csvLine([])] : []),
        csvLine(columns.map(([name]) => name)),
      ].join(''),
      write: (item) => csvLine(columns.map(([, cell]) => cell(item))),
    }),
    ndjson: (columns, about) => ({
      begin: about ? `${JSON.stringify({ export: about })}\n` : '',
      write: (item) =>
        `${JSON.stringify(Object.fromEntries(columns.map(([name, cell]) => [name, cell(item)])))}\n`,
    }),
  }

/**
 * The filter in the name of a file: statuses, periods and dates as they are; of what may be personal, such as an email
 * address, only the name of the filter.
 */
function slugOf(filter: string): string {
  return [...new URLSearchParams(filter)]
    .map(([name, value]) =>
      /^[a-z][a-z_,]{0,30}$|^\d{1,2}d$|^\d{4}-\d\d-\d\d$/.test(value) ? `${name}-${value}` : name,
    )
    .join('-')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/-$/, '')
}

/** An error in the middle breaks the connection: a truncated file must not look whole. */
async function* linesOf<Item>(
  begin: string,
  write: (item: Item) => string,
  first: Item[],
  pageAfter: (last: Item) => Promise<Item[]>,
) {
  yield begin
  let items = first
  for (let last = items.at(-1); last; last = items.at(-1)) {
    yield items.map(write).join('')
    items = await pageAfter(last)
  }
}

function streamOf(parts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await parts.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await parts.return(undefined)
    },
  })
}

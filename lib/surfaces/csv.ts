import type { z } from 'zod'
import { isConfirmedBefore } from '#lib/auth/confirm.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import type { ExportFormat, RecordExport } from '#lib/domain/exports/schema.ts'
import {
  CONTENT_TYPES,
  type CsvColumn,
  exportName,
  fileText,
  filterLine,
  filterSlug,
  headTime,
  writerOf,
} from '#lib/exports/file.ts'
import { isAppError } from '#lib/pipeline/errors.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Operation } from '#lib/pipeline/operation.ts'
import { runtime } from '#lib/runtime.ts'
import { addressOf } from '#lib/surfaces/authorize.ts'
import { fileError } from '#lib/surfaces/file-error.ts'
import { newId } from '#lib/values/id.ts'

type Export<Item> = {
  /** The operation that records the export in the audit log. */
  record: Operation<typeof RecordExport>
  /** The noun in the name of the file: "orders". */
  noun: string
  columns: CsvColumn<Item>[]
  /** The reader's zone, for the name and the head of the file. */
  zone: string
  /** The filter as search params: for the name of the file, and for its head. */
  filter?: string
  /** The filter as text, for the head; and without what may be personal, for the audit log. */
  filterText?: { whole: string; recorded: string }
  format?: ExportFormat
  /** Begins with lines that say what the file has: list, mode, filter, time zone, time. */
  head?: boolean
}

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
    const input = { ...filters, ...(last === undefined ? {} : next(last)) }
    return (await execute(runtime(), operation, actor, input, { requestId, confirmed })).value.items
  }
  const { noun, columns, zone, filter = '', filterText, format = 'csv', head = false } = file
  const exported = {
    list: noun,
    format,
    filter: filterText?.recorded ?? filterSlug(filter),
    columns: columns.map(([column]) => column),
  }
  let first: Item[]
  try {
    first = await pageAfter()
    await execute(runtime(), record, actor, exported, { requestId, ip: addressOf(request) })
  } catch (thrown) {
    if (!isAppError(thrown)) throw thrown
    const { reason, status, message: description } = thrown
    return fileError(request, { reason, status, description, request_id: requestId })
  }
  const now = Math.floor(Date.now() / 1000)
  const name = exportName({ list: noun, mode: actor.account.mode, filter, zone, dates: [now], format })
  const about = {
    list: noun,
    merchant: actor.account.merchant_name,
    mode: actor.account.mode,
    filter: filterText?.whole || filterLine(filter),
    time_zone: zone,
    exported: headTime(now, zone),
  }
  const writer = writerOf(format, columns, head ? about : null)
  return new Response(streamOf(fileText(writer, first, pageAfter)), {
    headers: {
      'Content-Type': CONTENT_TYPES[format],
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  })
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

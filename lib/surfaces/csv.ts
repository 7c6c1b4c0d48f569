import type { z } from 'zod'
import { requireStaff } from '#lib/auth/staff.ts'
import { isAppError } from '#lib/pipeline/errors.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Operation } from '#lib/pipeline/operation.ts'
import { runtime } from '#lib/runtime.ts'
import { fileError } from '#lib/surfaces/file-error.ts'
import { type Cell, csvLine } from '#lib/values/csv.ts'
import { newId } from '#lib/values/id.ts'
import { partsOf } from '#lib/values/time.ts'

export type CsvColumn<Item> = [name: string, cell: (item: Item) => Cell]

type Export<Item> = {
  /** The noun in the name of the file: "orders". */
  noun: string
  columns: CsvColumn<Item>[]
  /** The reader's zone, for the date in the name of the file. */
  zone: string
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
  { noun, columns, zone, next }: Export<Item> & { next: (last: Item) => object },
): Promise<Response> {
  const actor = await requireStaff()
  const requestId = newId('request', Date.now())
  const pageAfter = async (last?: Item) => {
    const asked = { ...filters, ...(last === undefined ? {} : next(last)) }
    return (await execute(runtime(), operation, actor, asked, { requestId })).value.items
  }
  let first: Item[]
  try {
    first = await pageAfter()
  } catch (thrown) {
    if (!isAppError(thrown)) throw thrown
    const { status, message: description } = thrown
    return fileError(request, { status, description, request_id: requestId })
  }
  const { year, month, day } = partsOf(zone, Math.floor(Date.now() / 1000))
  const date = [year, month, day].map((part) => String(part).padStart(2, '0')).join('-')
  return new Response(streamOf(linesOf(columns, first, pageAfter)), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': `attachment; filename="${noun}-${actor.account.mode}-${date}.csv"`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}

/** An error in the middle breaks the connection: a truncated file must not look whole. */
async function* linesOf<Item>(
  columns: CsvColumn<Item>[],
  first: Item[],
  pageAfter: (last: Item) => Promise<Item[]>,
) {
  yield csvLine(columns.map(([name]) => name))
  let items = first
  for (let last = items.at(-1); last; last = items.at(-1)) {
    yield items.map((item) => csvLine(columns.map(([, cell]) => cell(item)))).join('')
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

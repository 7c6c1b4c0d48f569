import type { NextRequest } from 'next/server'
import { paymentsQuery, readPayments } from '#app/(dashboard)/payments/query.ts'
import { currentPreferences, requireStaff } from '#lib/auth/staff.ts'
import type { PaymentFilters } from '#lib/domain/payments/browse.ts'
import { walkPayments } from '#lib/domain/payments/walk.ts'
import { reader } from '#lib/surfaces/page.ts'
import { csvLine } from '#lib/values/csv.ts'
import { partsOf } from '#lib/values/time.ts'
import { columnsOf } from './csv.ts'

/** All payments that a filter finds as a file. It is written page by page, so that its length costs no memory. */
export async function GET(request: NextRequest) {
  const [{ account }, { time_zone }, read] = await Promise.all([
    requireStaff(),
    currentPreferences(),
    reader(),
  ])
  const now = Math.floor(Date.now() / 1000)
  const search = request.nextUrl.searchParams
  const query = paymentsQuery(
    Object.fromEntries([...new Set(search.keys())].map((name) => [name, search.getAll(name)])),
  )
  const { filters, problems } = readPayments(query, { currency: account.currency, zone: time_zone, now })
  if (problems.length > 0) return new Response(problems.join('\n'), { status: 400 })
  // Asked once beforehand: what is refused can still be answered as such.
  const first = await read(walkPayments, { ...filters, count: 1 })
  if (!first.ok) return new Response(`${first.description}\n${first.request_id}`, { status: 403 })
  const { year, month, day } = partsOf(time_zone, now)
  const name = `payments-${account.mode}-${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}.csv`
  return new Response(streamOf(linesOf(read, filters, time_zone)), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
    },
  })
}

async function* linesOf(
  read: Awaited<ReturnType<typeof reader>>,
  filters: PaymentFilters,
  zone: string,
): AsyncGenerator<string> {
  const columns = columnsOf(zone)
  yield csvLine(columns.map(([name]) => name))
  for (let after: string | undefined; ; ) {
    const page = await read(walkPayments, { ...filters, after })
    // What is cut off must not look whole: the connection breaks, and the browser reports the download as failed.
    if (!page.ok) throw new Error(page.description)
    yield page.value.items.map((payment) => csvLine(columns.map(([, cell]) => cell(payment)))).join('')
    after = page.value.items.at(-1)?.id
    if (after === undefined) return
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

import type { NextRequest } from 'next/server'
import { queryOf } from '#components/ui/query.ts'
import { exportStatement } from '#lib/domain/wallets/fetch.ts'
import { fileError } from '#lib/surfaces/file-error.ts'
import { tryRead } from '#lib/surfaces/page.ts'

type Context = { params: Promise<{ id: string }> }
const PARAMETERS = ['from', 'to', 'count', 'skip']

/** Part of a statement, identical to the API response for the same from, to, count and skip. */
export async function GET(request: NextRequest, { params }: Context): Promise<Response> {
  const { id } = await params
  const query = queryOf(Object.fromEntries(request.nextUrl.searchParams))
  const input = Object.fromEntries(
    PARAMETERS.flatMap((name) => (query[name] === undefined ? [] : [[name, Number(query[name])]])),
  )
  const read = await tryRead(exportStatement, { id, ...input })
  const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }
  if (!read.ok) return fileError(request, read)
  return Response.json(read.value, {
    headers: { ...headers, 'content-disposition': `attachment; filename="statement-${id}.json"` },
  })
}

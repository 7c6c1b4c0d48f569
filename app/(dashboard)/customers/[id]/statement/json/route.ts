import type { NextRequest } from 'next/server'
import { queryOf } from '#components/ui/query.ts'
import { exportStatement } from '#lib/domain/wallets/export-statement.ts'
import { fileError } from '#lib/surfaces/file-error.ts'
import { tryRead } from '#lib/surfaces/page.ts'

type Context = { params: Promise<{ id: string }> }
const MEMBERS = ['from', 'to', 'count', 'skip']

/** A part of a statement exactly as the interface answers it to the same from, to, count and skip. */
export async function GET(request: NextRequest, { params }: Context): Promise<Response> {
  const { id } = await params
  const query = queryOf(Object.fromEntries(request.nextUrl.searchParams))
  const asked = Object.fromEntries(
    MEMBERS.flatMap((name) => (query[name] === undefined ? [] : [[name, Number(query[name])]])),
  )
  const read = await tryRead(exportStatement, { id, ...asked })
  const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }
  if (!read.ok) return fileError(request, read)
  return Response.json(read.value, {
    headers: { ...headers, 'content-disposition': `attachment; filename="statement-${id}.json"` },
  })
}

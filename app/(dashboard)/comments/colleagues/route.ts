import type { NextRequest } from 'next/server'
import { findColleagues } from '#lib/domain/comments/fetch.ts'
import { tryRead } from '#lib/surfaces/page.ts'

/** Colleagues whom a comment on a record can mention, by the start of their name or email. */
export async function GET(request: NextRequest) {
  const { searchParams } = request.nextUrl
  const found = await tryRead(findColleagues, {
    object_id: searchParams.get('object_id') ?? '',
    q: searchParams.get('q')?.slice(0, 100) ?? '',
  })
  if (!found.ok) return Response.json({ error: found.description }, { status: found.status })
  return Response.json({ items: found.value.items }, { headers: { 'Cache-Control': 'no-store' } })
}

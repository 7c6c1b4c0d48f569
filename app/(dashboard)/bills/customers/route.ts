import type { NextRequest } from 'next/server'
import { browseCustomers } from '#lib/domain/customers/list.ts'
import { tryRead } from '#lib/surfaces/page.ts'

/** The customers that what was typed may mean, at most eight: for the form of a bill. */
export async function GET(request: NextRequest) {
  const q = request.nextUrl.searchParams.get('q') ?? ''
  const found = await tryRead(browseCustomers, { q, count: 8 })
  if (!found.ok) return Response.json({ error: found.description }, { status: found.status })
  const items = found.value.items.map(({ id, name, email, contact, gstin }) => ({
    ...{ id, name, email, contact, gstin },
  }))
  return Response.json({ items }, { headers: { 'Cache-Control': 'no-store' } })
}

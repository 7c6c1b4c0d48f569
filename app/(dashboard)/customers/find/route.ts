import type { NextRequest } from 'next/server'
import { foundOf } from '#components/customers/customer-labels.ts'
import { listCustomersForDashboard } from '#lib/domain/customers/list.ts'
import { tryRead } from '#lib/surfaces/page.ts'

/** Up to eight customers by name, email, phone or ID: for forms that choose one. */
export async function GET(request: NextRequest) {
  const q = request.nextUrl.searchParams.get('q')?.slice(0, 100) ?? ''
  const found = await tryRead(listCustomersForDashboard, { q, count: 8 })
  if (!found.ok) return Response.json({ error: found.description }, { status: found.status })
  const items = found.value.items.map(foundOf)
  return Response.json({ items }, { headers: { 'Cache-Control': 'no-store' } })
}

import type { NextRequest } from 'next/server'
import { fetchAllOrders } from '#lib/domain/orders/fetch.ts'
import { tryRead } from '#lib/surfaces/page.ts'

/** How many orders have a receipt already, up to ten: for the form of a new order. */
export async function GET(request: NextRequest) {
  const receipt = request.nextUrl.searchParams.get('receipt') ?? ''
  const found = await tryRead(fetchAllOrders, { receipt, count: 10 })
  if (!found.ok) return Response.json({ error: found.description }, { status: found.status })
  return Response.json({ count: found.value.count }, { headers: { 'Cache-Control': 'no-store' } })
}

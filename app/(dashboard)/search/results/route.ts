import type { NextRequest } from 'next/server'
import { foundBy } from '#app/(dashboard)/search/found.ts'
import { staffActor } from '#lib/auth/staff.ts'

/** What the palette finds, as JSON. */
export async function GET(request: NextRequest) {
  if (!(await staffActor())) return Response.json({ error: 'signed_out' }, { status: 401 })
  const found = await foundBy(request.nextUrl.searchParams.get('q') ?? '')
  return Response.json(found, { headers: { 'Cache-Control': 'no-store' } })
}

import type { NextRequest } from 'next/server'
import { readLog } from '#app/(dashboard)/logs/query.ts'
import { queryOf } from '#components/ui/query.ts'
import { currentPreferences, staffActor } from '#lib/auth/staff.ts'
import { countNewerRequests } from '#lib/domain/requests/list.ts'
import { tryRead } from '#lib/surfaces/page.ts'

/** How many requests have come in since a list was shown: `than` is the newest that it shows. */
export async function GET(request: NextRequest) {
  if (!(await staffActor())) return Response.json({ error: 'signed_out' }, { status: 401 })
  const { than, ...query } = queryOf(Object.fromEntries(request.nextUrl.searchParams))
  const { time_zone: zone } = await currentPreferences()
  const { filters, problems } = readLog(query, { zone, now: Math.floor(Date.now() / 1000) })
  if (problems.length > 0) return Response.json({ error: problems[0] }, { status: 400 })
  const found = await tryRead(countNewerRequests, { ...filters, than })
  if (!found.ok) return Response.json({ error: found.description }, { status: found.status })
  return Response.json(found.value, { headers: { 'cache-control': 'no-store' } })
}

import type { NextRequest } from 'next/server'
import { paymentsQuery, readPayments } from '#app/(dashboard)/payments/query.ts'
import { currentPreferences, staffActor } from '#lib/auth/staff.ts'
import { countNewerPayments } from '#lib/domain/payments/count.ts'
import { tryRead } from '#lib/surfaces/page.ts'

/** How many payments of a list have come in since it was shown: `than` is the newest that it shows. */
export async function GET(request: NextRequest) {
  const actor = await staffActor()
  if (!actor) return Response.json({ error: 'signed_out' }, { status: 401 })
  const { than, ...query } = paymentsQuery(Object.fromEntries(request.nextUrl.searchParams))
  const { time_zone } = await currentPreferences()
  const { filters, problems } = readPayments(query, {
    currency: actor.account.currency,
    zone: time_zone,
    now: Math.floor(Date.now() / 1000),
  })
  if (problems.length > 0) return Response.json({ error: problems[0] }, { status: 400 })
  const found = await tryRead(countNewerPayments, { ...filters, than })
  return found.ok
    ? Response.json(found.value)
    : Response.json({ error: found.description }, { status: found.status })
}

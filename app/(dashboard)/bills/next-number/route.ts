import type { NextRequest } from 'next/server'
import { currentPreferences } from '#lib/auth/staff.ts'
import { suggestReceiptNumber } from '#lib/domain/bills/suggest-number.ts'
import { tryRead } from '#lib/surfaces/page.ts'

/** The next number of the series of a type and store, while the store of a new bill is typed. */
export async function GET(request: NextRequest) {
  const { time_zone: zone } = await currentPreferences()
  const params = request.nextUrl.searchParams
  const suggested = await tryRead(suggestReceiptNumber, {
    zone,
    receipt_type: params.get('receipt_type'),
    store_code: params.get('store_code') ?? '',
  })
  if (!suggested.ok) return Response.json({ error: suggested.description }, { status: suggested.status })
  return Response.json(suggested.value, { headers: { 'Cache-Control': 'no-store' } })
}

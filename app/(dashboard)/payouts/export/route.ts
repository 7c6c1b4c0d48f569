import type { NextRequest } from 'next/server'
import { readPayouts } from '#app/(dashboard)/payouts/query.ts'
import { columnsOf } from '#components/payouts/csv-columns.ts'
import { queryOf } from '#components/ui/query.ts'
import { currentPreferences, requireStaff } from '#lib/auth/staff.ts'
import { walkPayouts } from '#lib/domain/payouts/list.ts'
import { csvFile } from '#lib/surfaces/csv.ts'
import { refusedFile } from '#lib/surfaces/refused-file.ts'

/** All payouts that a filter finds, as a file. */
export async function GET(request: NextRequest) {
  const [{ account }, { time_zone: zone }] = await Promise.all([requireStaff(), currentPreferences()])
  const query = queryOf(Object.fromEntries(request.nextUrl.searchParams))
  const now = Math.floor(Date.now() / 1000)
  const { filters, problems } = readPayouts(query, { currency: account.currency, zone, now })
  if (problems.length > 0) return refusedFile(request, { status: 400, description: problems.join(' ') })
  return csvFile(request, walkPayouts, filters, { noun: 'payouts', columns: columnsOf(zone), zone })
}

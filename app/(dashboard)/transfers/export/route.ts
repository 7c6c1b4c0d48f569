import type { NextRequest } from 'next/server'
import { readTransfers } from '#app/(dashboard)/transfers/query.ts'
import { columnsOf } from '#components/transfers/csv-columns.ts'
import { queryOf } from '#components/ui/query.ts'
import { currentPreferences, requireStaff } from '#lib/auth/staff.ts'
import { walkTransfers } from '#lib/domain/transfers/list.ts'
import { csvFile } from '#lib/surfaces/csv.ts'
import { refusedFile } from '#lib/surfaces/refused-file.ts'

/** All transfers that a filter finds, as a file. */
export async function GET(request: NextRequest) {
  const [{ account }, { time_zone: zone }] = await Promise.all([requireStaff(), currentPreferences()])
  const query = queryOf(Object.fromEntries(request.nextUrl.searchParams))
  const { filters, problems } = readTransfers(query, {
    currency: account.currency,
    zone,
    now: Math.floor(Date.now() / 1000),
  })
  if (problems.length > 0) return refusedFile(request, { status: 400, description: problems.join(' ') })
  return csvFile(request, walkTransfers, filters, { noun: 'transfers', columns: columnsOf(zone), zone })
}

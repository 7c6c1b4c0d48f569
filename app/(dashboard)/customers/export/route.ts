import type { NextRequest } from 'next/server'
import { readCustomers } from '#app/(dashboard)/customers/query.ts'
import { columnsOf } from '#components/customers/csv-columns.ts'
import { queryOf } from '#components/ui/query.ts'
import { currentPreferences } from '#lib/auth/staff.ts'
import { walkCustomers } from '#lib/domain/customers/list.ts'
import { csvFile } from '#lib/surfaces/csv.ts'
import { refusedFile } from '#lib/surfaces/refused-file.ts'

/** All customers that a filter finds, as a file. */
export async function GET(request: NextRequest) {
  const { time_zone: zone } = await currentPreferences()
  const query = queryOf(Object.fromEntries(request.nextUrl.searchParams))
  const { filters, problems } = readCustomers(query, { zone, now: Math.floor(Date.now() / 1000) })
  if (problems.length > 0) return refusedFile(request, { status: 400, description: problems.join(' ') })
  return csvFile(request, walkCustomers, filters, { noun: 'customers', columns: columnsOf(zone), zone })
}

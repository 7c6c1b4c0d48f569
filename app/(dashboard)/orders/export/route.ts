import type { NextRequest } from 'next/server'
import { readOrders } from '#app/(dashboard)/orders/query.ts'
import { columnsOf } from '#components/orders/csv-columns.ts'
import { queryOf } from '#components/ui/query.ts'
import { currentPreferences, requireStaff } from '#lib/auth/staff.ts'
import { walkOrders } from '#lib/domain/orders/walk.ts'
import { csvFile } from '#lib/surfaces/csv.ts'
import { refusedFile } from '#lib/surfaces/refused-file.ts'

/** All orders that a filter finds, as a file. */
export async function GET(request: NextRequest) {
  const [{ account }, { time_zone: zone }] = await Promise.all([requireStaff(), currentPreferences()])
  const query = queryOf(Object.fromEntries(request.nextUrl.searchParams))
  const { filters, problems } = readOrders(query, {
    currency: account.currency,
    zone,
    now: Math.floor(Date.now() / 1000),
  })
  if (problems.length > 0) return refusedFile(request, { status: 400, description: problems.join(' ') })
  return csvFile(request, walkOrders, filters, { noun: 'orders', columns: columnsOf(zone), zone })
}

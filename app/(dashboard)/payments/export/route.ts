import type { NextRequest } from 'next/server'
import { paymentsQuery, readPayments } from '#app/(dashboard)/payments/query.ts'
import { columnsOf } from '#components/payments/csv-columns.ts'
import { currentPreferences, requireStaff } from '#lib/auth/staff.ts'
import { walkPayments } from '#lib/domain/payments/walk.ts'
import { csvFile } from '#lib/surfaces/csv.ts'
import { refusedFile } from '#lib/surfaces/refused-file.ts'

/** All payments that a filter finds, as a file. */
export async function GET(request: NextRequest) {
  const [{ account }, { time_zone: zone }] = await Promise.all([requireStaff(), currentPreferences()])
  const search = request.nextUrl.searchParams
  const query = paymentsQuery(
    Object.fromEntries([...new Set(search.keys())].map((name) => [name, search.getAll(name)])),
  )
  const { filters, problems } = readPayments(query, {
    currency: account.currency,
    zone,
    now: Math.floor(Date.now() / 1000),
  })
  if (problems.length > 0) return refusedFile(request, { status: 400, description: problems.join(' ') })
  return csvFile(request, walkPayments, filters, { noun: 'payments', columns: columnsOf(zone), zone })
}

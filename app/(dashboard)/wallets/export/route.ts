import type { NextRequest } from 'next/server'
import { readWallets } from '#app/(dashboard)/wallets/query.ts'
import { queryOf } from '#components/ui/query.ts'
import { columnsOf } from '#components/wallets/csv-columns.ts'
import { currentPreferences, requireStaff } from '#lib/auth/staff.ts'
import { exportWallets } from '#lib/domain/wallets/list.ts'
import { csvFileOf } from '#lib/surfaces/csv.ts'
import { refusedFile } from '#lib/surfaces/refused-file.ts'

/** All wallets that a filter finds, as a file. */
export async function GET(request: NextRequest) {
  const [{ account }, { time_zone: zone }] = await Promise.all([requireStaff(), currentPreferences()])
  const query = queryOf(Object.fromEntries(request.nextUrl.searchParams))
  const { filters, problems } = readWallets(query, account.currency)
  if (problems.length > 0) return refusedFile(request, { status: 400, description: problems.join(' ') })
  return csvFileOf(request, exportWallets, filters, {
    noun: 'wallets',
    columns: columnsOf(zone, account.currency),
    zone,
    next: (wallet) => ({ after: wallet.customer_id }),
  })
}

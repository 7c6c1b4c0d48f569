import type { Metadata } from 'next'
import { ExportLink } from '#app/(dashboard)/export-link.tsx'
import { BalanceTabs } from '#components/balance/balance-tabs.tsx'
import { MonthsTable } from '#components/balance/months-table.tsx'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { fetchBalanceMonths } from '#lib/domain/balance/months.ts'
import { read } from '#lib/surfaces/page.ts'
import { zoneOf } from '#lib/values/country.ts'

export const metadata: Metadata = { title: 'Months · Balance' }

export default async function BalanceMonths() {
  const [{ items }, { account }] = await Promise.all([read(fetchBalanceMonths, {}), requireStaff()])
  return (
    <>
      <PageHead
        title="Balance"
        actions={<ExportLink href="/balance/months/export" optionsHref="/exports/balance/months" />}
      >
        Each month from its opening to its closing balance. Months begin in {zoneOf(account.country)}.
      </PageHead>
      <BalanceTabs current="months" />
      {items.length === 0 ? (
        <NothingYet title="No months yet">The first captured payment begins the first month.</NothingYet>
      ) : (
        <MonthsTable months={items} />
      )}
    </>
  )
}

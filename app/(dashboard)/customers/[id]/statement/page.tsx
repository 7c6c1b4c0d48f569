import type { Metadata } from 'next'
import { Unreadable } from '#components/shared/list/list-result.tsx'
import { Crumbs } from '#components/ui/page-head.tsx'
import { type Query, queryOf } from '#components/ui/query.ts'
import { PaperCard } from '#components/ui/slip.tsx'
import { NoWallets } from '#components/wallets/no-wallets.tsx'
import { Downloads } from '#components/wallets/statement-downloads.tsx'
import { StatementHead } from '#components/wallets/statement-head.tsx'
import { StatementPager } from '#components/wallets/statement-pager.tsx'
import { PeriodChoice } from '#components/wallets/statement-period-choice.tsx'
import { StatementTable } from '#components/wallets/statement-table.tsx'
import { WalletBalancePicture } from '#components/wallets/wallet-picture.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { fetchWalletBalanceTrend } from '#lib/domain/wallets/trend.ts'
import { tryRead } from '#lib/surfaces/page.ts'
import { hasWallets } from '#lib/values/capability.ts'
import { EXPORT_PERMISSION } from '#lib/values/permissions.ts'
import { monthSums, periodOf, placeOf, statementOf } from './statement.ts'

type Props = PageProps<'/customers/[id]/statement'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Wallet statement · ${(await params).id} · Customers` }
}

export default async function StatementPage({ params, searchParams }: Props) {
  const [{ id }, requested, { account }] = await Promise.all([params, searchParams, requireStaff()])
  if (!hasWallets(account)) return <NoWallets title="Wallet statement" />
  const query = queryOf(requested)
  const { period, zone, now } = await periodOf(query)
  return (
    <>
      <div className="print:hidden">
        <Crumbs href="/customers" label="Customers" id={id} />
        <PeriodChoice id={id} query={query} period={period} zone={zone} now={now} />
      </div>
      <Statement id={id} query={query} />
    </>
  )
}

async function Statement({ id, query }: { id: string; query: Query }) {
  const [{ period, zone, now }, { account, permissions }] = await Promise.all([
    periodOf(query),
    requireStaff(),
  ])
  const path = `/customers/${id}/statement`
  const place = placeOf(query)
  const [found, trend] = period.problem
    ? [null, null]
    : await Promise.all([
        statementOf(id, period, place),
        tryRead(fetchWalletBalanceTrend, { id, from: period.from, to: period.to, zone }),
      ])
  if (!found?.ok)
    return <Unreadable problems={period.problem ? [period.problem] : []} failed={found} clearHref={path} />
  const statement = found.value
  const sums = await monthSums(id, statement.items, period, zone)
  const partial = statement.items.length < statement.sums.entries
  return (
    <>
      <Downloads
        may={permissions.has(EXPORT_PERMISSION)}
        path={path}
        query={query}
        id={id}
        period={period}
        entries={statement.sums.entries}
      />
      {trend?.ok && <WalletBalancePicture trend={trend.value} currency={statement.currency} />}
      <PaperCard wide className="statement max-w-none!">
        <StatementHead
          statement={statement}
          merchant={account.merchant_name}
          period={period}
          zone={zone}
          now={now}
        />
        <StatementTable
          lines={statement.items}
          sums={sums}
          currency={statement.currency}
          period={period}
          zone={zone}
        />
        {partial && (
          <p className="hidden print:block px-6 pb-4 text-small">
            This page shows {statement.items.length} of {statement.sums.entries} entries. The PDF includes all
            entries.
          </p>
        )}
      </PaperCard>
      {partial && <StatementPager path={path} query={query} statement={statement} count={place.count} />}
    </>
  )
}

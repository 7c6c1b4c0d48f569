import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { KindsTable } from '#components/balance/kinds-table.tsx'
import { MonthPill } from '#components/balance/months-table.tsx'
import { monthTitle, movementsHref } from '#components/balance/movement-labels.ts'
import { Check, X } from '#components/ui/icons.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Crumbs, PageHead } from '#components/ui/page-head.tsx'
import { Time } from '#components/ui/time.tsx'
import { fetchBalanceMonth } from '#lib/domain/balance/months.ts'
import { MonthName, type ReconciledMonth } from '#lib/domain/balance/schema.ts'
import { read } from '#lib/surfaces/page.ts'

type Props = PageProps<'/balance/months/[month]'>

const monthOf = cache((month: string) => {
  if (!MonthName.safeParse(month).success) notFound()
  return read(fetchBalanceMonth, { month })
})

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { month } = await monthOf((await params).month)
  return { title: `${monthTitle(month)} · Balance` }
}

export default async function BalanceMonthPage({ params }: Props) {
  const month = await monthOf((await params).month)
  const title = monthTitle(month.month)
  return (
    <>
      <Crumbs href="/balance/months" label="Balance" id={month.month} name={title} />
      <PageHead title={title} actions={<LinkButton href={movementsHref(month)}>View movements</LinkButton>}>
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <MonthPill closed={month.closed_at !== null} />
          <span>
            {month.closed_at === null ? (
              'Figures up to now'
            ) : (
              <>
                Closed <Time at={month.closed_at} form="full" />
              </>
            )}
            , time zone {month.time_zone}
          </span>
        </span>
      </PageHead>
      <MonthStatement month={month} />
    </>
  )
}

/** A month from its opening to its closing balance, by kind, and whether the ledger says the same. */
function MonthStatement({ month }: { month: ReconciledMonth }) {
  const { kinds, opening, closing, currency, ledger } = month
  const sum = (name: 'credit' | 'debit' | 'fee') => kinds.reduce((total, kind) => total + kind[name], 0n)
  const reconciles = opening + ledger === closing && opening + sum('credit') - sum('debit') === closing
  const Mark = reconciles ? Check : X
  return (
    <>
      <KindsTable
        caption="Movements of the month by kind"
        kinds={kinds}
        currency={currency}
        href={(kind) => movementsHref(month, { kind })}
        opening={{ label: 'Opening balance', amount: opening }}
        closing={{ label: 'Closing balance', amount: closing }}
      />
      <p
        className={`mt-3 flex items-center gap-1.5 text-table font-semibold ${reconciles ? 'text-good' : 'text-bad'}`}
        role={reconciles ? undefined : 'alert'}
      >
        <Mark aria-hidden="true" className="size-4 flex-none" strokeWidth={2.5} />
        {reconciles
          ? 'Reconciles: opening balance, credits and debits come to the closing balance, and the ledger agrees.'
          : 'Does not reconcile with the ledger. Run counterfoil doctor.'}
      </p>
    </>
  )
}

import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { MonthStatement } from '#components/balance/month-statement.tsx'
import { MonthPill } from '#components/balance/months-table.tsx'
import { monthTitle, movementsHref } from '#components/balance/movement-labels.ts'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Crumbs, PageHead } from '#components/ui/page-head.tsx'
import { Time } from '#components/ui/time.tsx'
import { fetchBalanceMonth } from '#lib/domain/balance/months.ts'
import { MonthName } from '#lib/domain/balance/schema.ts'
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

import type { Metadata } from 'next'
import { EXPORTED, scheduledText } from '#app/(dashboard)/exports/lists.ts'
import { SchedulesTable } from '#components/exports/schedules-table.tsx'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { fetchExportSchedules } from '#lib/domain/exports/fetch.ts'
import { read } from '#lib/surfaces/page.ts'

export const metadata: Metadata = { title: 'Scheduled exports' }

export default async function SchedulesPage() {
  const [{ items }, { account }] = await Promise.all([read(fetchExportSchedules, {}), requireStaff()])
  const now = Math.floor(Date.now() / 1000)
  return (
    <>
      <PageHead title="Scheduled exports">Lists that are sent by email, each file with its period.</PageHead>
      {items.length === 0 ? (
        <NothingYet title="No scheduled exports yet">
          Open a list, set its filters and choose “Format and columns” beside Export, then “Send on a
          schedule”.
        </NothingYet>
      ) : (
        <SchedulesTable
          schedules={items}
          titleOf={(list) => EXPORTED[list]?.title ?? list}
          filtersOf={({ list, query, zone }) =>
            scheduledText(list, query, { currency: account.currency, zone, now })
          }
          now={now}
        />
      )}
    </>
  )
}

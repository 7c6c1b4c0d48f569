import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { createScheduleAction } from '#app/(dashboard)/exports/actions.ts'
import { EXPORTED, scheduledFilters, scheduledText } from '#app/(dashboard)/exports/lists.ts'
import { ScheduleForm } from '#components/exports/schedule-form.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Crumbs, PageHead } from '#components/ui/page-head.tsx'
import { queryOf } from '#components/ui/query.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import { fetchExportReceivers } from '#lib/domain/exports/fetch.ts'
import { hasPeriod } from '#lib/domain/exports/lists.ts'
import { createExportSchedule } from '#lib/domain/exports/schedule.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { deny, read } from '#lib/surfaces/page.ts'
import { zoneOf } from '#lib/values/country.ts'

export const metadata: Metadata = { title: 'Schedule an export' }

/** Schedules the export of a list with the filters that it was opened with. */
export default async function NewSchedulePage({ searchParams }: PageProps<'/exports/schedules/new'>) {
  const [{ id: me, account, permissions }, sent] = await Promise.all([requireStaff(), searchParams])
  if (!permissions.has(createExportSchedule.permission)) deny()
  const { list = '', ...query } = queryOf(sent)
  const exported = Object.hasOwn(EXPORTED, list) ? EXPORTED[list] : undefined
  if (!exported) notFound()
  const zone = zoneOf(account.country)
  const { items: receivers } = await read(fetchExportReceivers, { list })
  const now = Math.floor(Date.now() / 1000)
  const reader = { currency: account.currency, zone, grouping: 'indian' as const, now }
  const found = scheduledFilters(list, query, reader)
  const columns = exported.columns(zone, account.currency).map(([name]) => name)
  const text = scheduledText(list, found?.query ?? '', reader)
  return (
    <>
      <Crumbs href={`/${list}`} label={exported.title} id="schedule" name="Schedule" />
      <PageHead title={`Schedule the export of ${exported.title.toLowerCase()}`}>
        {text === '' ? 'Filters: none.' : `Filters: ${text}.`}
      </PageHead>
      {found && found.problems.length > 0 ? (
        <Notice tone="bad" title="The filters can't be read">
          {found.problems.join(' ')}
        </Notice>
      ) : (
        <ScheduleForm
          hidden={{ list, query: found?.query ?? '' }}
          action={createScheduleAction}
          initial={openForm({
            frequency: 'daily',
            weekday: '1',
            month_day: '1',
            hour: '7',
            format: 'spreadsheet',
            head: '1',
            columns,
            recipients: [me],
          })}
          {...{ columns, receivers, zone }}
          hasPeriod={hasPeriod(list)}
          live={account.mode === 'live'}
          cancelHref={`/${list}${found?.query ? `?${found.query}` : ''}`}
        />
      )}
    </>
  )
}

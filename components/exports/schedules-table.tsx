import { type Column, DataTable } from '#components/ui/data-table.tsx'
import { Pill } from '#components/ui/pill.tsx'
import { glyphs } from '#components/ui/status-glyphs.tsx'
import { Time } from '#components/ui/time.tsx'
import { Truncate } from '#components/ui/truncate.tsx'
import type { ExportSchedule } from '#lib/domain/exports/schema.ts'
import { ExportPill } from './export-pill.tsx'
import { coverText, timingText } from './schedule-labels.ts'

/** The scheduled exports of an account. @param titleOf the title of a list by its path */
export function SchedulesTable({
  schedules,
  titleOf,
  filtersOf,
  now,
}: {
  schedules: ExportSchedule[]
  titleOf: (list: string) => string
  filtersOf: (schedule: ExportSchedule) => string
  now: number
}) {
  return (
    <DataTable
      caption="Scheduled exports, newest first"
      columns={columnsOf(titleOf, filtersOf, now)}
      rows={schedules}
      rowKey={({ id }) => id}
      rowHref={({ id }) => `/exports/schedules/${id}`}
    />
  )
}

function columnsOf(
  titleOf: (list: string) => string,
  filtersOf: (schedule: ExportSchedule) => string,
  now: number,
): Column<ExportSchedule>[] {
  return [
    {
      key: 'list',
      header: 'List',
      place: 'title',
      cell: (schedule) => (
        <Truncate
          text={[titleOf(schedule.list), filtersOf(schedule)].filter(Boolean).join(' · ')}
          width="max-w-[30cqi]"
        />
      ),
    },
    { key: 'timing', header: 'Schedule', place: 'note', cell: timingText },
    { key: 'period', header: 'Contains', soft: true, show: '70rem', cell: coverText },
    {
      key: 'recipients',
      header: 'Recipients',
      soft: true,
      show: '60rem',
      cell: ({ recipients }) => (
        <Truncate text={recipients.map(({ email }) => email).join(', ')} width="max-w-[20cqi]" />
      ),
    },
    {
      key: 'status',
      header: 'Status',
      place: 'status',
      cell: ({ paused_at, pause_reason }) =>
        paused_at === null ? (
          <Pill tone="good" icon={glyphs.check}>
            Active
          </Pill>
        ) : (
          <Pill
            tone={pause_reason === null ? 'plain' : 'bad'}
            icon={glyphs.ring}
            {...(pause_reason === null ? {} : { hint: pause_reason })}
          >
            Paused
          </Pill>
        ),
    },
    {
      key: 'last',
      header: 'Last file',
      show: '52rem',
      cell: ({ last }) => last && <ExportPill file={last} now={now} />,
    },
    {
      key: 'next',
      header: 'Next',
      align: 'end',
      place: 'detail',
      cell: ({ next_at, paused_at }) => <Time at={paused_at === null ? next_at : null} />,
    },
  ]
}

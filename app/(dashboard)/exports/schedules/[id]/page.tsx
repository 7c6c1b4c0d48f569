import type { Metadata } from 'next'
import {
  deleteScheduleAction,
  leaveScheduleAction,
  pauseScheduleAction,
  resumeScheduleAction,
  retryScheduledExportAction,
  sendScheduledExportAction,
  updateScheduleAction,
} from '#app/(dashboard)/exports/actions.ts'
import { EXPORTED, scheduledText } from '#app/(dashboard)/exports/lists.ts'
import { FilesTable } from '#components/exports/files-table.tsx'
import { ScheduleButtons } from '#components/exports/schedule-buttons.tsx'
import { ScheduleForm } from '#components/exports/schedule-form.tsx'
import { coverText, timingText } from '#components/exports/schedule-labels.ts'
import { ActionButton } from '#components/shared/form/action-button.tsx'
import { DescriptionList, Entry } from '#components/ui/description-list.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Crumbs, PageHead } from '#components/ui/page-head.tsx'
import { Slip, StubSection } from '#components/ui/slip.tsx'
import { Time } from '#components/ui/time.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { fetchExportReceivers, getExportSchedule } from '#lib/domain/exports/fetch.ts'
import type { ExportSchedule } from '#lib/domain/exports/schema.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { read } from '#lib/surfaces/page.ts'

export const metadata: Metadata = { title: 'Scheduled export' }

export default async function SchedulePage({ params }: PageProps<'/exports/schedules/[id]'>) {
  const [{ id }, actor] = await Promise.all([params, requireStaff()])
  const schedule = await read(getExportSchedule, { id })
  const { account } = actor
  const live = account.mode === 'live'
  const title = EXPORTED[schedule.list]?.title ?? schedule.list
  return (
    <>
      <Crumbs href="/exports/schedules" label="Scheduled exports" id={id} name={title} />
      <PageHead title={`${title} · ${timingText(schedule)}`} />
      {schedule.pause_reason !== null && (
        <div className="mb-4">
          <Notice tone="bad" title="Paused">
            {schedule.pause_reason} Resume it to send files with your own permissions.
          </Notice>
        </div>
      )}
      {schedule.pause_reason === null && schedule.last?.status === 'failed' && (
        <div className="mb-4">
          <Notice tone="bad" title="The last file failed">
            {schedule.last.problem}
          </Notice>
        </div>
      )}
      <Slip stub={<Stub schedule={schedule} currency={account.currency} />}>
        {schedule.changeable && (
          <ScheduleButtons
            id={id}
            paused={schedule.paused_at !== null}
            live={live}
            initial={openForm()}
            actions={{
              pause: pauseScheduleAction,
              resume: resumeScheduleAction,
              sendNow: sendScheduledExportAction,
              remove: deleteScheduleAction,
            }}
          />
        )}
        {schedule.recipients.some((recipient) => recipient.id === actor.id) && (
          <div className="mt-3">
            <ActionButton
              action={leaveScheduleAction}
              initial={openForm()}
              hidden={{ id }}
              pendingText="Removing…"
            >
              Stop sending it to me
            </ActionButton>
          </div>
        )}
        <h2 className="mt-6 mb-2 text-lead font-semibold">Files</h2>
        {schedule.files.length === 0 ? (
          <p className="text-table text-ink-2">No files yet.</p>
        ) : (
          <FilesTable
            files={schedule.files}
            now={Math.floor(Date.now() / 1000)}
            {...(schedule.changeable
              ? { runAgain: { action: retryScheduledExportAction, initial: openForm() } }
              : {})}
          />
        )}
        {schedule.changeable && <Edit schedule={schedule} live={live} currency={account.currency} />}
      </Slip>
    </>
  )
}

function Stub({ schedule, currency }: { schedule: ExportSchedule; currency: string }) {
  const now = Math.floor(Date.now() / 1000)
  const filters = scheduledText(schedule.list, schedule.query, { currency, zone: schedule.zone, now })
  return (
    <StubSection title="Schedule">
      <DescriptionList>
        <Entry term="Repeats">{timingText(schedule)}</Entry>
        <Entry term="Time zone">{schedule.zone}</Entry>
        <Entry term="Next">
          <Time at={schedule.paused_at === null ? schedule.next_at : null} form="full" focusable />
        </Entry>
        <Entry term="Contains">{coverText(schedule)}</Entry>
        <Entry term="Filters">{filters || 'None'}</Entry>
        <Entry term="Recipients">
          {schedule.recipients
            .map(({ email, receives }) => `${email}${receives ? '' : ' (no permission)'}`)
            .join(', ')}
        </Entry>
        <Entry term="Runs as">{schedule.user_email}</Entry>
      </DescriptionList>
    </StubSection>
  )
}

async function Edit({
  schedule,
  live,
  currency,
}: {
  schedule: ExportSchedule
  live: boolean
  currency: string
}) {
  const { id, list, zone, frequency, weekday, month_day, hour, format, head } = schedule
  const { items: receivers } = await read(fetchExportReceivers, { list })
  const columns = EXPORTED[list]?.columns(zone, currency).map(([name]) => name) ?? []
  return (
    <>
      <h2 className="mt-8 mb-3 text-lead font-semibold">Edit schedule</h2>
      <ScheduleForm
        hidden={{ id }}
        action={updateScheduleAction}
        initial={openForm({
          frequency,
          weekday: String(weekday),
          month_day: String(month_day),
          hour: String(hour),
          format,
          head: head ? '1' : '',
          columns: schedule.columns,
          recipients: schedule.recipients.map((recipient) => recipient.id),
        })}
        {...{ columns, receivers, zone, live }}
        hasPeriod={schedule.has_period}
        cancelHref="/exports/schedules"
      />
    </>
  )
}

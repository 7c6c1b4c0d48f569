import { z } from 'zod'
import { lockedExport, lockedSchedule, lockSchedule } from '#lib/domain/exports/find.ts'
import { hasPeriod } from '#lib/domain/exports/lists.ts'
import { dueAfter, exportPeriodOf } from '#lib/domain/exports/rules.ts'
import {
  ExportId,
  MAX_SENT_NOW,
  ScheduledExport,
  ScheduleId,
  type Timing,
} from '#lib/domain/exports/schema.ts'
import { recordNotFound } from '#lib/domain/record.ts'
import type { export_schedules } from '#lib/generated/prisma/client.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { DAY, HOUR } from '#lib/values/time.ts'

/** After a longer outage, files that were due before are left out. */
const CATCH_UP = 35 * DAY

export const queueExport = defineOperation({
  name: 'queue_export',
  title: 'Queue a scheduled export',
  summary: 'Queues the file of a schedule that is due, once for each time, and sets the next one.',
  permission: 'exports:read',
  http: null,
  effect: 'steps',
  input: ScheduleId,
  output: z.object({ queued: z.boolean() }),
  async run(context, { id }) {
    return context.transaction(async (inner) => {
      const schedule = await lockedSchedule(inner, id)
      const due = Number(schedule?.next_at)
      if (!schedule || schedule.paused_at !== null || due > inner.now) return { queued: false }
      const missed = due < inner.now - CATCH_UP
      const timing = timingOf(schedule)
      await inner.tables.export_schedules.update({
        where: { account_id_id: { account_id: inner.account.id, id } },
        data: { next_at: dueAfter(timing, schedule.zone, missed ? inner.now - CATCH_UP : due) },
      })
      inner.about(id)
      if (missed) inner.note({ missed_since: due })
      else await writeExport(inner, schedule, due, due)
      return { queued: !missed }
    })
  },
})

export const sendExportNow = defineOperation({
  name: 'send_export_now',
  title: 'Send a scheduled export now',
  summary:
    'Makes the file of the last complete period and mails it to the recipients, beside those that are due.',
  permission: 'exports:read',
  confirm: 'live',
  http: null,
  input: ScheduleId,
  output: ScheduledExport,
  async run(context, { id }) {
    const schedule = await lockSchedule(context, id)
    const { account, tables, now } = context
    const recent = await tables.scheduled_exports.count({
      where: { account_id: account.id, schedule_id: id, created_at: { gt: now - HOUR } },
    })
    if (recent >= MAX_SENT_NOW)
      throw refused(
        'too_many_requests',
        `A scheduled export is sent up to ${MAX_SENT_NOW} times in an hour. Try again later.`,
      )
    const { due_at } = (await tables.scheduled_exports.findFirst({
      where: { account_id: account.id, schedule_id: id },
      orderBy: { due_at: 'desc' },
      select: { due_at: true },
    })) ?? { due_at: 0 }
    // Two in one second are two times.
    return writeExport(context, schedule, Math.max(now, Number(due_at) + 1), now)
  },
})

export const runExportAgain = defineOperation({
  name: 'run_export_again',
  title: 'Run a failed export again',
  summary:
    'Makes a file that failed again, with its own period, and mails it to the recipients. A file that is under way or sent stays as it is.',
  permission: 'exports:read',
  http: null,
  input: ExportId,
  output: ScheduledExport,
  async run(context, { id }) {
    const { account, tables } = context
    const where = { account_id_id: { account_id: account.id, id } }
    const found = await tables.scheduled_exports.findUnique({ where, select: { schedule_id: true } })
    if (!found) throw recordNotFound('export', id)
    const { pause_reason } = await lockSchedule(context, found.schedule_id)
    context.about(id)
    const file = await lockedExport(context, id)
    if (!file) throw recordNotFound('export', id)
    if (file.status !== 'failed') return file
    // It would fail for the same reason.
    if (pause_reason !== null)
      throw refused(
        'input_validation_failed',
        'The schedule is paused. Resume it first: its files are then made with your permissions.',
      )
    const again = await tables.scheduled_exports.update({
      where,
      data: { status: 'pending', problem: null, finished_at: null, attempts: 0, leased_until: 0 },
    })
    context.noteChange(file, again, ['status', 'problem', 'finished_at'])
    context.enqueue('make-export', { account_id: account.id, export_id: id })
    return again
  },
})

/** @param at the present for the period: the time when it was due, or now */
async function writeExport(context: Context, schedule: export_schedules, due_at: number, at: number) {
  const { account, tables, now } = context
  const { list, zone, format } = schedule
  const period = hasPeriod(list) ? exportPeriodOf(timingOf(schedule), zone, at) : null
  const id = context.newId('scheduled_export')
  const row = await tables.scheduled_exports.create({
    data: {
      account_id: account.id,
      id,
      schedule_id: schedule.id,
      list,
      format,
      name: '',
      due_at,
      status: 'pending',
      created_at: now,
      ...(period === null ? {} : { from_at: period.from, to_at: period.to }),
    },
  })
  context.note({ export_id: id, ...period })
  context.enqueue('make-export', { account_id: account.id, export_id: id })
  return row
}

function timingOf({ frequency, weekday, month_day, hour }: export_schedules): Timing {
  return { frequency: frequency as Timing['frequency'], weekday, month_day, hour }
}

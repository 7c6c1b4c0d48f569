import { z } from 'zod'
import { lockedSchedule, lockSchedule } from '#lib/domain/exports/find.ts'
import { hasPeriod } from '#lib/domain/exports/lists.ts'
import { dueAfter, periodOf } from '#lib/domain/exports/rules.ts'
import { MAX_SENT_NOW, ScheduledExport, ScheduleId, type Timing } from '#lib/domain/exports/schema.ts'
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

/** @param at the present for the period: the time when it was due, or now */
async function writeExport(context: Context, schedule: export_schedules, due_at: number, at: number) {
  const { account, tables, now } = context
  const { list, zone, format } = schedule
  const period = hasPeriod(list) ? periodOf(timingOf(schedule), zone, at) : null
  const id = context.newId('scheduled_export')
  const row = await tables.scheduled_exports.create({
    data: {
      ...{ account_id: account.id, id, schedule_id: schedule.id, list, format, name: '' },
      ...{ due_at, status: 'pending', created_at: now },
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

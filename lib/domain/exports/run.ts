import { z } from 'zod'
import { exportEmail } from '#lib/domain/exports/export-email.ts'
import { lockSchedule, receiversOf } from '#lib/domain/exports/find.ts'
import { exportLink } from '#lib/domain/exports/link.ts'
import { hasPeriod } from '#lib/domain/exports/lists.ts'
import { dueAfter, periodOf } from '#lib/domain/exports/rules.ts'
import {
  FILE_DAYS,
  MAX_SENT_NOW,
  ScheduledExport,
  ScheduleId,
  type Timing,
} from '#lib/domain/exports/schema.ts'
import { writeMail } from '#lib/domain/mails/write.ts'
import type { export_schedules, scheduled_exports } from '#lib/generated/prisma/client.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { Id } from '#lib/values/id.ts'
import { DAY, HOUR, MINUTE } from '#lib/values/time.ts'
import { dateText, fullTimestampText } from '#lib/values/time-text.ts'

/** After a longer outage, files that were due before are left out. */
const CATCH_UP = 35 * DAY

/** How long a process has to make a file before another one begins; it prolongs that while it works. */
export const LEASE = 2 * MINUTE

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

export const claimExport = defineOperation({
  name: 'claim_export',
  title: 'Claim a scheduled export',
  summary: 'Lets one process make a file. While another one makes it, the job comes again later.',
  permission: 'exports:read',
  http: null,
  effect: 'steps',
  input: z.strictObject({ id: Id('scheduled_export') }),
  output: z.object({ claimed: z.boolean() }),
  async run(context, { id }) {
    return context.transaction(async (inner) => {
      const file = await lockedExport(inner, id)
      if (file?.status !== 'pending') return { claimed: false }
      const leased = Number(file.leased_until)
      if (leased > inner.now) {
        const job = { account_id: inner.account.id, export_id: id }
        inner.enqueue('make-export', job, { after: leased - inner.now + 1 })
        return { claimed: false }
      }
      await inner.tables.scheduled_exports.update({
        where: { account_id_id: { account_id: inner.account.id, id } },
        data: { leased_until: inner.now + LEASE },
      })
      return { claimed: true }
    })
  },
})

export const finishExport = defineOperation({
  name: 'finish_export',
  title: 'Finish a scheduled export',
  summary:
    'Records the file of a schedule and mails a link to each recipient who may still export the list, once.',
  permission: 'exports:read',
  http: null,
  effect: 'steps',
  input: z.strictObject({
    id: Id('scheduled_export'),
    object: z.string(),
    size: z.int(),
    row_count: z.int(),
  }),
  output: z.object({ finished: z.boolean() }),
  async run(context, { id, ...made }) {
    return context.transaction(async (inner) => {
      const { account, now, tables } = inner
      const file = await lockedExport(inner, id)
      if (file?.status !== 'pending') return { finished: false }
      const schedule = await lockedSchedule(inner, file.schedule_id)
      if (!schedule) return { finished: false }
      inner.about(id)
      const receivers = await receiversOf(inner, schedule.list)
      // They were checked before the file was made, and may have lost access meanwhile.
      if (!receivers.some((receiver) => receiver.id === schedule.user_id)) {
        await fail(inner, file, NO_ACCESS, true)
        return { finished: false }
      }
      const to = receivers.filter((receiver) => schedule.recipients.includes(receiver.id))
      if (to.length === 0) {
        await fail(inner, file, 'No recipient has permission to export this list.', true)
        return { finished: false }
      }
      const expires_at = now + FILE_DAYS * DAY
      await tables.scheduled_exports.update({
        where: { account_id_id: { account_id: account.id, id } },
        data: { ...made, status: 'ready', expires_at, finished_at: now, sent_to: to.map((one) => one.id) },
      })
      const period = periodText(file, schedule.zone)
      for (const receiver of to) {
        const email = exportEmail({
          ...{ merchant: account.merchant_name, mode: account.mode, list: titleOf(schedule.list) },
          ...{ name: file.name, period, zone: schedule.zone, rows: made.row_count },
          expires: fullTimestampText(expires_at, schedule.zone),
          link: exportLink(inner, { id, to: receiver.id, expires: expires_at }),
          page: `${inner.baseUrl}/exports/schedules/${schedule.id}`,
        })
        await writeMail(inner, { kind: 'export', object_id: id, recipient: receiver.email, ...email })
      }
      inner.note({ list: schedule.list, rows: made.row_count, sent_to: to.map(({ email }) => email) })
      return { finished: true }
    })
  },
})

export const failExport = defineOperation({
  name: 'fail_export',
  title: 'Fail a scheduled export',
  summary: 'Records why a file could not be made, and pauses its schedule where every other would fail, too.',
  permission: 'exports:read',
  http: null,
  effect: 'steps',
  input: z.strictObject({ id: Id('scheduled_export'), problem: z.string().max(500) }),
  output: z.object({ failed: z.boolean() }),
  async run(context, { id, problem }) {
    return context.transaction(async (inner) => {
      const file = await lockedExport(inner, id)
      if (file?.status !== 'pending') return { failed: false }
      inner.about(id)
      await fail(inner, file, problem, true)
      return { failed: true }
    })
  },
})

export const NO_ACCESS = 'The person who saved it no longer has permission to export this list.'

async function fail(context: Context, file: scheduled_exports, problem: string, pauses: boolean) {
  const { account, tables, now } = context
  await tables.scheduled_exports.update({
    where: { account_id_id: { account_id: account.id, id: file.id } },
    data: { status: 'failed', problem, finished_at: now },
  })
  if (pauses)
    await tables.export_schedules.updateMany({
      where: { account_id: account.id, id: file.schedule_id, paused_at: null },
      data: { paused_at: now, pause_reason: problem },
    })
  context.note({ problem, paused: pauses })
}

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

async function lockedSchedule({ account, rows, tables }: Context, id: string) {
  await rows('SELECT 1 FROM export_schedules WHERE account_id = $1 AND id = $2 FOR UPDATE', [account.id, id])
  return tables.export_schedules.findUnique({ where: { account_id_id: { account_id: account.id, id } } })
}

async function lockedExport({ account, rows, tables }: Context, id: string) {
  await rows('SELECT 1 FROM scheduled_exports WHERE account_id = $1 AND id = $2 FOR UPDATE', [account.id, id])
  return tables.scheduled_exports.findUnique({ where: { account_id_id: { account_id: account.id, id } } })
}

function periodText({ from_at, to_at }: scheduled_exports, zone: string): string | null {
  if (from_at === null || to_at === null) return null
  const [first, last] = [dateText(Number(from_at), zone), dateText(Number(to_at), zone)]
  return first === last ? first : `${first} to ${last}`
}

/** "settlements/bank-statements" is "Bank statements". */
function titleOf(list: string): string {
  const noun = (list.split('/').at(-1) ?? list).replaceAll('-', ' ')
  return noun.charAt(0).toUpperCase() + noun.slice(1)
}

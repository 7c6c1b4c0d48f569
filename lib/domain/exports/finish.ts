import { z } from 'zod'
import { lockedExport, lockedSchedule, receiversOf } from '#lib/domain/exports/find.ts'
import { exportLink } from '#lib/domain/exports/link.ts'
import { ExportId, FILE_DAYS } from '#lib/domain/exports/schema.ts'
import { button, emailHtml, paragraph } from '#lib/domain/mails/email-layout.ts'
import { writeMail } from '#lib/domain/mails/write.ts'
import { emailStaff } from '#lib/domain/notifications/staff-email.ts'
import type { export_schedules, scheduled_exports } from '#lib/generated/prisma/client.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { Id } from '#lib/values/id.ts'
import { countText } from '#lib/values/number-text.ts'
import { capitalized } from '#lib/values/text.ts'
import { DAY, MINUTE } from '#lib/values/time.ts'
import { dateText, fullTimestampText } from '#lib/values/time-text.ts'

/** How long a process has to make a file before another one begins; it prolongs that while it works. */
export const LEASE = 2 * MINUTE

/** How often a file is begun, with pauses of up to 10 minutes between. */
export const EXPORT_ATTEMPTS = 20

/** Why a file failed that the server could not make. */
export const GIVEN_UP =
  'The server could not make the file. Select Run again. If it fails again, ask the operator of this server to check its log.'

export const claimExport = defineOperation({
  name: 'claim_export',
  title: 'Claim a scheduled export',
  summary: 'Lets one process make a file. While another one makes it, the job comes again later.',
  permission: 'exports:read',
  http: null,
  effect: 'steps',
  input: ExportId,
  output: z.object({ claimed: z.boolean(), attempt: z.int() }),
  async run(context, { id }) {
    return context.transaction(async (inner) => {
      const file = await lockedExport(inner, id)
      if (file?.status !== 'pending') return { claimed: false, attempt: 0 }
      const attempt = file.attempts + 1
      const leased = Number(file.leased_until)
      if (leased > inner.now) {
        const job = { account_id: inner.account.id, export_id: id }
        inner.enqueue('make-export', job, { after: leased - inner.now + 1 })
        return { claimed: false, attempt }
      }
      await inner.tables.scheduled_exports.update({
        where: { account_id_id: { account_id: inner.account.id, id } },
        data: { leased_until: inner.now + LEASE, attempts: attempt },
      })
      return { claimed: true, attempt }
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
      const { file, schedule } = await lockedWithSchedule(inner, id)
      if (file?.status !== 'pending' || !schedule) return { finished: false }
      inner.about(id)
      const receivers = await receiversOf(inner, schedule.list)
      // They were checked before the file was made, and may have lost access meanwhile.
      if (!receivers.some((receiver) => receiver.id === schedule.user_id)) {
        await fail(inner, file, schedule, { problem: NO_ACCESS, pauses: true })
        return { finished: false }
      }
      const to = receivers.filter((receiver) => schedule.recipients.includes(receiver.id))
      if (to.length === 0) {
        await fail(inner, file, schedule, { problem: NO_RECIPIENT, pauses: true })
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
          merchant: account.merchant_name,
          mode: account.mode,
          list: titleOf(schedule.list),
          name: file.name,
          period,
          zone: schedule.zone,
          rows: made.row_count,
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
  summary:
    'Records why a file could not be made, pauses its schedule where every other would fail, too, and emails who saved it and its recipients.',
  permission: 'exports:read',
  http: null,
  effect: 'steps',
  input: z.strictObject({
    id: Id('scheduled_export'),
    problem: z.string().max(500),
    /** Whether every other file would fail, too. */
    pauses: z.boolean(),
  }),
  output: z.object({ failed: z.boolean() }),
  async run(context, { id, ...why }) {
    return context.transaction(async (inner) => {
      const { file, schedule } = await lockedWithSchedule(inner, id)
      if (file?.status !== 'pending' || !schedule) return { failed: false }
      inner.about(id)
      await fail(inner, file, schedule, why)
      return { failed: true }
    })
  },
})

export const NO_ACCESS = 'The person who saved it no longer has permission to export this list.'

const NO_RECIPIENT = 'No recipient has permission to export this list.'

async function fail(
  context: Context,
  file: scheduled_exports,
  schedule: export_schedules,
  { problem, pauses }: { problem: string; pauses: boolean },
) {
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
  const list = titleOf(schedule.list)
  const period = periodText(file, schedule.zone)
  await emailStaff(
    context,
    {
      kind: 'export_failed',
      object_id: file.id,
      subject: `Scheduled export failed: ${list}`,
      paragraphs: [
        `The file of ${list}${period === null ? '' : ` for ${period}`} was not sent.`,
        problem,
        ...(pauses ? ['The schedule is paused. Resume it to send files with your own permissions.'] : []),
      ],
      link: { label: 'View schedule', path: `/exports/schedules/${schedule.id}` },
    },
    { among: [schedule.user_id, ...schedule.recipients] },
  )
}

/** A file after its schedule, as the deletion of a schedule locks them. */
async function lockedWithSchedule(context: Context, id: string) {
  const { account, tables } = context
  const found = await tables.scheduled_exports.findUnique({
    where: { account_id_id: { account_id: account.id, id } },
    select: { schedule_id: true },
  })
  const schedule = found && (await lockedSchedule(context, found.schedule_id))
  return { schedule, file: found && (await lockedExport(context, id)) }
}

function periodText({ from_at, to_at }: scheduled_exports, zone: string): string | null {
  if (from_at === null || to_at === null) return null
  const [first, last] = [dateText(Number(from_at), zone), dateText(Number(to_at), zone)]
  return first === last ? first : `${first} to ${last}`
}

/** "settlements/bank-statements" is "Bank statements". */
function titleOf(list: string): string {
  return capitalized((list.split('/').at(-1) ?? list).replaceAll('-', ' '))
}

type ExportEmail = {
  merchant: string
  mode: 'test' | 'live'
  /** "Payments". */
  list: string
  name: string
  /** "23 Nov 2026", "1 Nov 2026 to 30 Nov 2026"; null without a period. */
  period: string | null
  zone: string
  rows: number
  /** "30 Nov 2026, 07:00 IST". */
  expires: string
  link: string
  page: string
}

function exportEmail(about: ExportEmail): { subject: string; text: string; html: string } {
  const mode = about.mode === 'test' ? ' (test mode)' : ''
  const subject = `${about.list} of ${about.merchant}${about.period === null ? '' : `, ${about.period}`}${mode}`
  const rows = countText(about.rows, 'row', 'rows')
  const facts = [
    `${about.name}: ${rows}.`,
    ...(about.period === null ? [] : [`Period: ${about.period}, in ${about.zone}.`]),
  ].join('\n')
  const advice = `The link is for you alone. Sign in to download the file until ${about.expires}.`
  return {
    subject: subject.replace(/\s+/g, ' '),
    text: `${facts}\n\n${advice}\n\n${about.link}\n\nChange or stop this scheduled export:\n${about.page}\n`,
    html: emailHtml({
      title: subject,
      body: [
        paragraph(about.merchant + mode, 'soft'),
        paragraph(facts),
        button('Download file', about.link),
        paragraph(advice),
        paragraph(`Change or stop this scheduled export: ${about.page}`, 'footer'),
      ],
    }),
  }
}

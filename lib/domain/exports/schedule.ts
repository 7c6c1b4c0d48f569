import { findSchedule, lockSchedule, receiversOf, schedulesOf } from '#lib/domain/exports/find.ts'
import { exportOperationOf } from '#lib/domain/exports/lists.ts'
import { dueAfter } from '#lib/domain/exports/rules.ts'
import {
  CreateSchedule,
  ExportSchedule,
  MAX_SCHEDULES,
  ScheduleId,
  UpdateSchedule,
} from '#lib/domain/exports/schema.ts'
import type { export_schedules, Prisma } from '#lib/generated/prisma/client.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { parseInput } from '#lib/pipeline/input.ts'
import { assertPermitted, type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { zoneOf } from '#lib/values/country.ts'

export const createExportSchedule = defineOperation({
  name: 'create_export_schedule',
  title: 'Schedule an export',
  summary: 'Saves an export that is sent by email daily, weekly or monthly, each file with its period.',
  permission: 'exports:read',
  confirm: 'live',
  http: null,
  input: CreateSchedule,
  output: ExportSchedule,
  async run(context, { filters, ...input }) {
    const { account, actor, tables, now } = context
    if (actor.kind !== 'user') throw refused('permission_denied')
    await context.rows('SELECT 1 FROM accounts WHERE id = $1 FOR NO KEY UPDATE', [account.id])
    const operation = exportOperationOf(input.list)
    assertPermitted(operation, actor)
    // A filter that the list does not know would make every file fail.
    parseInput(operation.input, { ...filters, count: 1 })
    await assertRecipients(context, input.list, input.recipients)
    if ((await tables.export_schedules.count({ where: { account_id: account.id } })) >= MAX_SCHEDULES)
      throw refused(
        'input_validation_failed',
        `An account can have up to ${MAX_SCHEDULES} scheduled exports. Delete one first.`,
      )
    const zone = zoneOf(account.country)
    const id = context.newId('export_schedule')
    const row = await tables.export_schedules.create({
      data: {
        ...input,
        account_id: account.id,
        id,
        user_id: actor.id,
        zone,
        filters: filters as Prisma.InputJsonObject,
        next_at: dueAfter(input, zone, now),
        created_at: now,
        updated_at: now,
      },
    })
    context.note(noted(row))
    return (await schedulesOf(context, [row]))[0]
  },
})

export const updateExportSchedule = defineOperation({
  name: 'update_export_schedule',
  title: 'Change a scheduled export',
  summary:
    'Changes when an export is sent, how it is written and to whom. It is made with the permissions of who changed it last.',
  permission: 'exports:read',
  confirm: 'live',
  http: null,
  input: UpdateSchedule,
  output: ExportSchedule,
  async run(context, { id, ...input }) {
    const before = await lockSchedule(context, id)
    await assertRecipients(context, before.list, input.recipients)
    const row = await save(context, before, {
      ...input,
      user_id: context.actor.id,
      next_at: dueAfter(input, before.zone, context.now),
    })
    return (await schedulesOf(context, [row]))[0]
  },
})

export const pauseExportSchedule = defineOperation({
  name: 'pause_export_schedule',
  title: 'Pause a scheduled export',
  summary: 'Sends no files until it is resumed.',
  permission: 'exports:read',
  http: null,
  input: ScheduleId,
  output: ExportSchedule,
  async run(context, { id }) {
    const schedule = await lockSchedule(context, id)
    const row = await save(context, schedule, { paused_at: schedule.paused_at ?? context.now })
    return (await schedulesOf(context, [row]))[0]
  },
})

export const resumeExportSchedule = defineOperation({
  name: 'resume_export_schedule',
  title: 'Resume a scheduled export',
  summary: 'Sends files again from the next time that it is due, with the permissions of who resumed it.',
  permission: 'exports:read',
  confirm: 'live',
  http: null,
  input: ScheduleId,
  output: ExportSchedule,
  async run(context, { id }) {
    const schedule = await lockSchedule(context, id)
    const row = await save(context, schedule, {
      user_id: context.actor.id,
      paused_at: null,
      pause_reason: null,
      next_at: dueAfter(schedule as ExportSchedule & typeof schedule, schedule.zone, context.now),
    })
    return (await schedulesOf(context, [row]))[0]
  },
})

export const deleteExportSchedule = defineOperation({
  name: 'delete_export_schedule',
  title: 'Delete a scheduled export',
  summary: 'Sends no further files. Those that were sent can be downloaded until they are deleted.',
  permission: 'exports:read',
  http: null,
  input: ScheduleId,
  output: ScheduleId,
  async run(context, { id }) {
    const { account, tables } = context
    const schedule = await lockSchedule(context, id)
    await tables.scheduled_exports.deleteMany({
      where: { account_id: account.id, schedule_id: id, status: 'pending' },
    })
    await tables.export_schedules.delete({ where: { account_id_id: { account_id: account.id, id } } })
    context.note(noted(schedule))
    return { id }
  },
})

export const leaveExportSchedule = defineOperation({
  name: 'leave_export_schedule',
  title: 'Stop getting a scheduled export',
  summary: 'Takes the person off the recipients. An export without recipients is paused.',
  permission: 'exports:read',
  http: null,
  input: ScheduleId,
  output: ExportSchedule,
  async run(context, { id }) {
    const { account, actor, rows } = context
    await rows('SELECT 1 FROM export_schedules WHERE account_id = $1 AND id = $2 FOR UPDATE', [
      account.id,
      id,
    ])
    const schedule = await findSchedule(context, id)
    const recipients = schedule.recipients.filter((one) => one !== actor.id)
    const ended = recipients.length === 0 && schedule.paused_at === null
    const row = await save(context, schedule, {
      recipients,
      ...(ended ? { paused_at: context.now, pause_reason: 'It has no recipients.' } : {}),
    })
    return (await schedulesOf(context, [row]))[0]
  },
})

const SET = [
  'columns',
  'format',
  'head',
  'frequency',
  'weekday',
  'month_day',
  'hour',
  'recipients',
  'user_id',
  'next_at',
  'paused_at',
  'pause_reason',
]

/** Writes a change of a schedule, and notes it for the audit log. */
async function save(
  { account, tables, now, noteChange }: Context,
  before: export_schedules,
  data: Prisma.export_schedulesUpdateInput,
) {
  const row = await tables.export_schedules.update({
    where: { account_id_id: { account_id: account.id, id: before.id } },
    data: { ...data, updated_at: now },
  })
  noteChange(before, row, SET)
  return row
}

/** @throws input_validation_failed for a person who may not export the list */
async function assertRecipients(context: Context, list: string, recipients: string[]): Promise<void> {
  const receivers = new Set((await receiversOf(context, list)).map(({ id }) => id))
  if (recipients.every((id) => receivers.has(id))) return
  throw refused('input_validation_failed', 'A recipient no longer has permission to export this list.', {
    field: 'recipients',
  })
}

/** What the audit log says of a schedule: filters may hold what is personal. */
function noted({
  list,
  frequency,
  hour,
  format,
  recipients,
}: {
  list: string
  frequency: string
  hour: number
  format: string
  recipients: string[]
}) {
  return { list, frequency, hour, format, recipients }
}

import { z } from 'zod'
import { findSchedule, receiversOf, schedulesOf } from '#lib/domain/exports/find.ts'
import { exportOperationOf } from '#lib/domain/exports/lists.ts'
import { ExportSchedule, Receiver, ScheduleDetails, ScheduleId } from '#lib/domain/exports/schema.ts'
import { assertPermitted, defineOperation, permissionLacking } from '#lib/pipeline/operation.ts'

export const fetchExportSchedules = defineOperation({
  name: 'fetch_export_schedules',
  title: 'Fetch scheduled exports',
  summary: 'Lists the scheduled exports of the lists that the person may export, with the last file of each.',
  permission: 'exports:read',
  http: null,
  effect: 'read',
  input: z.strictObject({}),
  output: z.object({ items: z.array(ExportSchedule) }),
  async run(context) {
    const found = await context.tables.export_schedules.findMany({
      where: { account_id: context.account.id },
      orderBy: { id: 'desc' },
    })
    const { actor } = context
    const readable = found.filter(
      ({ list }) => permissionLacking(exportOperationOf(list), actor) === undefined,
    )
    return { items: await schedulesOf(context, readable) }
  },
})

/** How many files of a schedule its page shows. */
const SHOWN = 30

export const getExportSchedule = defineOperation({
  name: 'get_export_schedule',
  title: 'Get a scheduled export',
  summary: 'Returns a scheduled export with its last files.',
  permission: 'exports:read',
  http: null,
  effect: 'read',
  input: ScheduleId,
  output: ScheduleDetails,
  async run(context, { id }) {
    const [schedule] = await schedulesOf(context, [await findSchedule(context, id)])
    const files = await context.tables.scheduled_exports.findMany({
      where: { account_id: context.account.id, schedule_id: id },
      orderBy: { due_at: 'desc' },
      take: SHOWN,
    })
    return { ...schedule, files }
  },
})

export const fetchExportReceivers = defineOperation({
  name: 'fetch_export_receivers',
  title: 'Fetch who can get an export',
  summary: 'Lists the people whose role may export a list.',
  permission: 'exports:read',
  http: null,
  effect: 'read',
  input: z.strictObject({ list: z.string().max(60) }),
  output: z.object({ items: z.array(Receiver) }),
  async run(context, { list }) {
    assertPermitted(exportOperationOf(list), context.actor)
    return { items: await receiversOf(context, list) }
  },
})

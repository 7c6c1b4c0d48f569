import { exportOperationOf, hasPeriod } from '#lib/domain/exports/lists.ts'
import { ExportSchedule, type Receiver } from '#lib/domain/exports/schema.ts'
import { recordNotFound } from '#lib/domain/record.ts'
import { HAS_PERMISSIONS } from '#lib/domain/roles/find.ts'
import type { export_schedules, scheduled_exports } from '#lib/generated/prisma/client.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { type Context, permissionLacking, permissionsNeeded } from '#lib/pipeline/operation.ts'
import { builtInRolesWith } from '#lib/values/permissions.ts'

/** A schedule of a list that the actor may export. @throws record_not_found */
export async function findSchedule(context: Context, id: string): Promise<export_schedules> {
  const { account, actor, tables } = context
  const found = await tables.export_schedules.findUnique({
    where: { account_id_id: { account_id: account.id, id } },
  })
  if (!found || permissionLacking(exportOperationOf(found.list), actor) !== undefined)
    throw recordNotFound('scheduled export', id)
  return found
}

/** The same, locked, if the actor may change it. @throws permission_denied */
export async function lockSchedule(context: Context, id: string): Promise<export_schedules> {
  await context.rows('SELECT 1 FROM export_schedules WHERE account_id = $1 AND id = $2 FOR UPDATE', [
    context.account.id,
    id,
  ])
  const schedule = await findSchedule(context, id)
  if (!isChangeable(context, schedule))
    throw refused(
      'permission_denied',
      'Only the person who saved this scheduled export, an owner or an admin can change it.',
    )
  return schedule
}

/** A schedule for the work of the platform, locked; null when it was deleted. */
export async function lockedSchedule({ account, rows, tables }: Context, id: string) {
  await rows('SELECT 1 FROM export_schedules WHERE account_id = $1 AND id = $2 FOR UPDATE', [account.id, id])
  return tables.export_schedules.findUnique({ where: { account_id_id: { account_id: account.id, id } } })
}

/** A file, locked after its schedule; null when it was deleted. */
export async function lockedExport({ account, rows, tables }: Context, id: string) {
  await rows('SELECT 1 FROM scheduled_exports WHERE account_id = $1 AND id = $2 FOR UPDATE', [account.id, id])
  return tables.scheduled_exports.findUnique({ where: { account_id_id: { account_id: account.id, id } } })
}

function isChangeable({ actor }: Context, { user_id }: Pick<export_schedules, 'user_id'>): boolean {
  return user_id === actor.id || actor.permissions.has('business:write')
}

/** The people of the merchant whose role may export a list: only they get its files. */
export function receiversOf({ account, rows }: Context, list: string): Promise<Receiver[]> {
  const needed = permissionsNeeded(exportOperationOf(list))
  return rows<Receiver>(
    `SELECT person.id, person.name, person.email FROM memberships membership
     JOIN users person ON person.id = membership.user_id AND person.disabled_at IS NULL
     WHERE membership.merchant_id = $1 AND ${HAS_PERMISSIONS}
     ORDER BY person.name, person.id LIMIT 1000`,
    [account.merchant_id, builtInRolesWith(needed), needed],
  )
}

/** Schedules as pages show them, with three queries for all of them. */
export async function schedulesOf(
  context: Context,
  schedules: export_schedules[],
): Promise<ExportSchedule[]> {
  const ids = [...new Set(schedules.flatMap(({ user_id, recipients }) => [user_id, ...recipients]))]
  const people = await context.rows<{ id: string; email: string }>(
    'SELECT id, email FROM users WHERE id = ANY($1::text[])',
    [ids],
  )
  const emails = new Map(people.map(({ id, email }) => [id, email]))
  const last = await context.rows<scheduled_exports>(
    // One entry of the index for each schedule, however many files it has made.
    `SELECT last.* FROM unnest($2::text[]) AS wanted (id) CROSS JOIN LATERAL
       (SELECT * FROM scheduled_exports WHERE account_id = $1 AND schedule_id = wanted.id
        ORDER BY due_at DESC LIMIT 1) AS last`,
    [context.account.id, schedules.map(({ id }) => id)],
  )
  const lists = [...new Set(schedules.map(({ list }) => list))]
  const receivers = new Map(
    await Promise.all(
      lists.map(async (list) => {
        const found = await receiversOf(context, list)
        return [list, new Set(found.map(({ id }) => id))] as const
      }),
    ),
  )
  return schedules.map((schedule) =>
    ExportSchedule.parse({
      ...schedule,
      recipients: schedule.recipients.map((id) => ({
        id,
        email: emails.get(id) ?? id,
        receives: receivers.get(schedule.list)?.has(id) ?? false,
      })),
      has_period: hasPeriod(schedule.list),
      user_email: emails.get(schedule.user_id) ?? schedule.user_id,
      changeable: isChangeable(context, schedule),
      last: last.find(({ schedule_id }) => schedule_id === schedule.id) ?? null,
    }),
  )
}

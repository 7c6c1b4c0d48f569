import { recordNotFound } from '#lib/domain/record.ts'
import type { webhook_deliveries, webhook_endpoints } from '#lib/generated/prisma/client.ts'
import { refused } from '#lib/pipeline/errors.ts'
import type { Context } from '#lib/pipeline/operation.ts'

/** An endpoint of the account that was not deleted. @throws record_not_found */
export async function findWebhook(context: Context, id: string): Promise<webhook_endpoints> {
  const row = await context.tables.webhook_endpoints.findFirst({
    where: { account_id: context.account.id, id, deleted_at: null },
  })
  return existingEndpoint(row, id)
}

/** @throws record_not_found */
export function existingEndpoint<R>(row: R | null, id: string): R {
  if (row) return row
  throw recordNotFound('webhook', id)
}

/** The same, locked until the transaction ends, so that changes run in turn. */
export async function holdWebhook(context: Context, id: string): Promise<webhook_endpoints> {
  await context.tables
    .$queryRaw`SELECT 1 FROM webhook_endpoints WHERE account_id = ${context.account.id} AND id = ${id} FOR UPDATE`
  return findWebhook(context, id)
}

/** The properties of an endpoint that its audit lines have before and after. Header values can be secrets. */
const AUDITED = [
  'url',
  'description',
  'events',
  'active',
  'alert_email',
  'timeout_ms',
  'chaos',
  'previous_secret_until',
  'paused_at',
  'disabled_at',
  'disabled_reason',
  'deleted_at',
] as const

/** Changes an endpoint, and notes what changed. @returns the row after the change */
export async function changeWebhook(
  context: Context,
  before: webhook_endpoints,
  data: Parameters<Context['tables']['webhook_endpoints']['update']>[0]['data'],
): Promise<webhook_endpoints> {
  const after = await context.tables.webhook_endpoints.update({
    where: { account_id_id: { account_id: context.account.id, id: before.id } },
    data: { ...data, updated_at: context.now },
  })
  context.noteChange(before, after, AUDITED)
  context.noteChange({ headers: namesOf(before.headers) }, { headers: namesOf(after.headers) })
  return after
}

function namesOf(headers: unknown): string[] {
  return Object.keys((headers ?? {}) as object)
}

/** The delivery of an event to an endpoint of the account. @throws record_not_found */
export async function findDelivery(
  context: Context,
  { id, event_id }: { id: string; event_id: string },
): Promise<webhook_deliveries> {
  const row = await context.tables.webhook_deliveries.findUnique({
    where: {
      account_id_endpoint_id_event_id: { account_id: context.account.id, endpoint_id: id, event_id },
    },
  })
  if (row) return row
  throw refused(
    'record_not_found',
    `There is no delivery of ${event_id} to ${id} in this account and mode.`,
    {
      field: 'event_id',
    },
  )
}

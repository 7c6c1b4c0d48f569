import { recordNotFound } from '#lib/domain/record.ts'
import type { webhook_endpoints } from '#lib/generated/prisma/client.ts'
import type { Context } from '#lib/pipeline/operation.ts'

/** An endpoint of the account that was not deleted. @throws record_not_found */
export async function findWebhook(context: Context, id: string): Promise<webhook_endpoints> {
  const row = await context.tables.webhook_endpoints.findFirst({
    where: { account_id: context.account.id, id, deleted_at: null },
  })
  return existing(row, id)
}

/** @throws record_not_found */
export function existing<R>(row: R | null, id: string): R {
  if (row) return row
  throw recordNotFound('webhook', id)
}

/** The same, locked until the transaction ends, so that changes run in turn. */
export async function holdWebhook(context: Context, id: string): Promise<webhook_endpoints> {
  await context.tables
    .$queryRaw`SELECT 1 FROM webhook_endpoints WHERE account_id = ${context.account.id} AND id = ${id} FOR UPDATE`
  return findWebhook(context, id)
}

/** Changes an endpoint. @returns the row after the change */
export function changeWebhook(
  context: Context,
  id: string,
  data: Parameters<Context['tables']['webhook_endpoints']['update']>[0]['data'],
): Promise<webhook_endpoints> {
  return context.tables.webhook_endpoints.update({
    where: { account_id_id: { account_id: context.account.id, id } },
    data: { ...data, updated_at: context.now },
  })
}

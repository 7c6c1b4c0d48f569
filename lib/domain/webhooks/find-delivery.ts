import type { webhook_deliveries } from '#lib/generated/prisma/client.ts'
import { refused } from '#lib/pipeline/errors.ts'
import type { Context } from '#lib/pipeline/operation.ts'

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

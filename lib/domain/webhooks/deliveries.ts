import { z } from 'zod'
import { findEvent } from '#lib/domain/events/find.ts'
import { eventBody } from '#lib/domain/events/rules.ts'
import { FetchEvent } from '#lib/domain/events/schema.ts'
import { findDelivery, findWebhook } from '#lib/domain/webhooks/find.ts'
import { MAX_WAIT } from '#lib/domain/webhooks/rules.ts'
import { Delivery, DeliveryDetails, GetDeliveryDetails } from '#lib/domain/webhooks/schema.ts'
import type { webhook_deliveries } from '#lib/generated/prisma/client.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'

export const fetchEventDeliveries = defineOperation({
  name: 'fetch_event_deliveries',
  title: 'Fetch the deliveries of an event',
  summary: 'Lists the deliveries of an event by endpoint, with their status.',
  permission: 'webhooks:read',
  http: null,
  effect: 'read',
  input: FetchEvent,
  output: z.object({ items: z.array(Delivery.extend({ url: z.string() })) }),
  async run(context, input) {
    const event = await findEvent(context, input.id)
    const account_id = context.account.id
    const rows = await context.tables.webhook_deliveries.findMany({
      where: { account_id, event_id: event.id },
      orderBy: { endpoint_id: 'asc' },
    })
    return { items: await withUrls(context, rows) }
  },
})

async function withUrls<Row extends { endpoint_id: string }>(
  { tables, account }: Context,
  rows: Row[],
): Promise<(Row & { url: string })[]> {
  const endpoints = await tables.webhook_endpoints.findMany({
    where: { account_id: account.id, id: { in: rows.map((row) => row.endpoint_id) } },
    select: { id: true, url: true },
  })
  const urls = new Map(endpoints.map(({ id, url }) => [id, url]))
  return rows.map((row) => ({ ...row, url: urls.get(row.endpoint_id) ?? '' }))
}

export const fetchDeliveriesAbout = defineOperation({
  name: 'fetch_deliveries_about',
  title: 'Fetch the deliveries about records',
  summary:
    'Lists the latest webhook deliveries of events about some records, such as a payment and its refunds.',
  permission: 'webhooks:read',
  http: null,
  effect: 'read',
  input: z.strictObject({ ids: z.array(z.string().max(40)).min(1).max(120) }),
  output: z.object({ items: z.array(Delivery.extend({ url: z.string() })) }),
  async run(context, { ids }) {
    const account_id = context.account.id
    const rows = await context.tables.webhook_deliveries.findMany({
      where: { account_id, object_id: { in: ids } },
      orderBy: [{ created_at: 'desc' }, { event_id: 'desc' }, { endpoint_id: 'asc' }],
      take: 50,
    })
    return { items: await withUrls(context, rows) }
  },
})

/** The number of attempts that a page shows; a day of retries has about twenty. */
const MOST_ATTEMPTS = 100

export const getDeliveryDetails = defineOperation({
  name: 'get_delivery_details',
  title: 'Get the details of a delivery',
  summary: 'Returns the payload of a delivery and every attempt with its response.',
  permission: 'webhooks:read',
  http: null,
  effect: 'read',
  input: GetDeliveryDetails,
  output: DeliveryDetails,
  async run(context, input) {
    const endpoint = await findWebhook(context, input.id)
    const delivery = await findDelivery(context, input)
    const event = await findEvent(context, delivery.event_id)
    const attempts = await context.tables.webhook_attempts.findMany({
      where: { account_id: context.account.id, endpoint_id: endpoint.id, event_id: event.id },
      orderBy: [{ number: 'desc' }, { id: 'desc' }],
      take: MOST_ATTEMPTS,
    })
    return {
      ...delivery,
      url: endpoint.url,
      body: eventBody(event, delivery.event),
      attempts_made: attempts,
      waits_for: await earlierOf(context, delivery),
    }
  },
})

/** The delivery that the dispatcher sends before this one (`lib/webhooks/claim.ts`). */
async function earlierOf(
  context: Context,
  { endpoint_id, event_id, object_id, state, cause, due_at, created_at }: webhook_deliveries,
) {
  if (object_id === null || state !== 'pending' || cause === 'chaos') return null
  if (due_at === null || due_at > context.now) return null
  const [earlier] = await context.rows<{ event_id: string; event: string }>(
    `SELECT event_id, event FROM webhook_deliveries
     WHERE account_id = $1 AND endpoint_id = $2 AND object_id = $3 AND state = 'pending' AND cause <> 'chaos'
       AND (created_at, event_id) < ($4, $5) AND due_at <= $6
     ORDER BY created_at, event_id LIMIT 1`,
    [context.account.id, endpoint_id, object_id, created_at, event_id, context.now + MAX_WAIT],
  )
  return earlier ?? null
}

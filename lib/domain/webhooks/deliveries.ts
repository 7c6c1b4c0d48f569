import { z } from 'zod'
import { among, bound, type Condition, equal } from '#lib/domain/conditions.ts'
import { findEvent } from '#lib/domain/events/find.ts'
import { eventBody } from '#lib/domain/events/rules.ts'
import { FetchEvent } from '#lib/domain/events/schema.ts'
import { browse, countFound } from '#lib/domain/page.ts'
import { findWebhook } from '#lib/domain/webhooks/find.ts'
import { findDelivery } from '#lib/domain/webhooks/find-delivery.ts'
import { BrowseDeliveries, Delivery, ViewDelivery, ViewedDelivery } from '#lib/domain/webhooks/schema.ts'
import type { webhook_deliveries } from '#lib/generated/prisma/client.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const browseDeliveries = defineOperation({
  name: 'browse_deliveries',
  title: 'Browse deliveries',
  summary:
    'One page of the deliveries to an endpoint, newest event first, with the exact count of what the filter finds.',
  permission: 'webhooks:read',
  http: null,
  effect: 'read',
  input: BrowseDeliveries.extend({
    /** What the last answer was: a class of statuses, or none at all. */
    answer: z.enum(['2xx', '3xx', '4xx', '5xx', 'none']).optional(),
    /** At least so many attempts. */
    attempts: z.int().min(0).max(1000).optional(),
  }),
  output: z.object({
    items: z.array(Delivery),
    total: z.int(),
    has_newer: z.boolean(),
    has_older: z.boolean(),
  }),
  async run(context, input) {
    const endpoint = await findWebhook(context, input.id)
    const source = { table: 'webhook_deliveries', key: 'event_id', scope: equal('endpoint_id', endpoint.id) }
    const conditions = [
      ...among('state', input.state),
      ...among('event', input.event),
      ...equal('object_id', input.object),
      ...answered(input.answer),
      ...bound('attempts', '>=', input.attempts),
      ...bound('created_at', '>=', input.from),
      ...bound('created_at', '<=', input.to),
    ]
    const found = await browse<webhook_deliveries>(context, source, conditions, input)
    return {
      items: found.rows,
      total: await countFound(context, source, conditions, Number.MAX_SAFE_INTEGER),
      has_newer: found.hasNewer,
      has_older: found.hasOlder,
    }
  },
})

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
    const endpoints = await context.tables.webhook_endpoints.findMany({
      where: { account_id, id: { in: rows.map((row) => row.endpoint_id) } },
      select: { id: true, url: true },
    })
    const urls = new Map(endpoints.map(({ id, url }) => [id, url]))
    return { items: rows.map((row) => ({ ...row, url: urls.get(row.endpoint_id) ?? '' })) }
  },
})

/** How many attempts a page shows; an endpoint that is tried for a day has some twenty. */
const MOST_ATTEMPTS = 100

export const viewDelivery = defineOperation({
  name: 'view_delivery',
  title: 'View a delivery',
  summary: 'Returns the payload of a delivery and every attempt with its response.',
  permission: 'webhooks:read',
  http: null,
  effect: 'read',
  input: ViewDelivery,
  output: ViewedDelivery,
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
    }
  },
})

function answered(answer: '2xx' | '3xx' | '4xx' | '5xx' | 'none' | undefined): Condition[] {
  if (answer === undefined) return []
  if (answer === 'none') return [{ sql: 'last_attempt_at IS NOT NULL AND last_status IS NULL', values: [] }]
  const from = Number(answer[0]) * 100
  return [{ sql: 'last_status BETWEEN ? AND ?', values: [from, from + 99] }]
}

import { z } from 'zod'
import { bound, type Condition, equal, missing } from '#lib/database/conditions.ts'
import { EVENT_NAMES, OTHER_SPELLINGS } from '#lib/domain/events/schema.ts'
import { choice, equals, oneOf, period, several, text, value } from '#lib/domain/filters.ts'
import { defineList } from '#lib/domain/list.ts'
import { listedEndpoint, statsOf } from '#lib/domain/webhooks/fetch.ts'
import { FAILING, WEBHOOK_FILTERS } from '#lib/domain/webhooks/filters.ts'
import { findWebhook } from '#lib/domain/webhooks/find.ts'
import { WebhookStats } from '#lib/domain/webhooks/schema/stats.ts'
import { DELIVERY_STATES, Delivery, ListedWebhook } from '#lib/domain/webhooks/schema.ts'
import type { webhook_endpoints } from '#lib/generated/prisma/client.ts'
import type { Context } from '#lib/pipeline/operation.ts'
import { Id } from '#lib/values/id.ts'

/** The endpoints of the account, with the results of their deliveries. */
export const { list: listWebhooksForDashboard, export: exportWebhooks } = defineList({
  noun: 'webhooks',
  table: 'webhook_endpoints',
  permission: 'webhooks:read',
  item: ListedWebhook.extend({ stats: WebhookStats }),
  filters: WEBHOOK_FILTERS,
  tab: ['failing'],
  tabs: { failing: FAILING },
  scope: () => missing('deleted_at'),
  currency: null,
  async show(context, rows: webhook_endpoints[]) {
    const [webhooks, stats] = [await listedEndpoint(context, rows), await statsOf(context, idsOf(rows))]
    return webhooks.map((webhook, at) => ({ ...webhook, stats: stats[at] }))
  },
})

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)

/** The last response: a class of status codes, or none. */
const RESPONSE_CLASSES = ['2xx', '3xx', '4xx', '5xx', 'none'] as const

const Attempts = z
  .string()
  .regex(/^\d{1,3}$/, 'Attempts must be a whole number.')
  .transform(Number)

export const DELIVERY_FILTERS = [
  several('state', DELIVERY_STATES, { label: 'Status', as: 'tab', where: oneOf('state') }),
  // A second spelling of a name is what some endpoints are sent.
  several('event', [...EVENT_NAMES, ...Object.keys(OTHER_SPELLINGS)], {
    label: 'Event',
    as: 'choice',
    words: Object.fromEntries(EVENT_NAMES.map((name) => [name, name])),
    where: oneOf('event'),
  }),
  choice('answer', RESPONSE_CLASSES, {
    label: 'Last response',
    words: {
      '2xx': '2xx, success',
      '3xx': '3xx, redirected',
      '4xx': '4xx, client error',
      '5xx': '5xx, server error',
      none: 'no response',
    },
    where: hasStatusClass,
  }),
  value('attempts', z.int().min(0).max(1000), {
    label: 'Minimum attempts',
    placeholder: '2',
    inputMode: 'numeric',
    maxLength: 3,
    read: Attempts,
    where: (attempts) => bound('attempts', '>=', attempts),
  }),
  text('object', 40, { label: 'Object', placeholder: 'pay_…', where: equals('object_id') }),
  period(),
]

/** The deliveries to an endpoint, newest event first; events are the cursors. */
export const { list: listDeliveriesForDashboard, export: exportDeliveries } = defineList({
  noun: 'deliveries',
  table: 'webhook_deliveries',
  key: 'event_id',
  permission: 'webhooks:read',
  item: Delivery,
  parent: { id: Id('webhook') },
  scope: async (context: Context, { id }) => equal('endpoint_id', (await findWebhook(context, id)).id),
  filters: DELIVERY_FILTERS,
  tab: ['state'],
  tabs: Object.fromEntries(DELIVERY_STATES.map((state) => [state, equal('state', state)])),
  currency: null,
})

function hasStatusClass(response: (typeof RESPONSE_CLASSES)[number]): Condition[] {
  if (response === 'none') return [{ sql: 'last_attempt_at IS NOT NULL AND last_status IS NULL', values: [] }]
  const from = Number(response[0]) * 100
  return [{ sql: 'last_status BETWEEN ? AND ?', values: [from, from + 99] }]
}

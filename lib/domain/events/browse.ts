import { z } from 'zod'
import { among, bound, browse, type Condition, countFound, equal } from '#lib/domain/browse.ts'
import { findEvent } from '#lib/domain/events/find.ts'
import { EventFilters, EventName, FetchEvent, ListedEvent } from '#lib/domain/events/schema.ts'
import type { events } from '#lib/generated/prisma/client.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const browseEvents = defineOperation({
  name: 'browse_events',
  title: 'Browse events',
  summary: 'One page of what happened for the dashboard, with the exact count of what the filter finds.',
  permission: 'events:read',
  http: null,
  effect: 'read',
  input: EventFilters.extend({
    count: z.int().min(1).max(100).default(25),
    after: z.string().optional(),
    before: z.string().optional(),
  }),
  output: z.object({
    items: z.array(ListedEvent),
    total: z.int(),
    has_newer: z.boolean(),
    has_older: z.boolean(),
  }),
  async run(context, input) {
    const conditions: Condition[] = [
      { sql: 'endpoint_id IS NULL', values: [] },
      ...among('event', input.event),
      ...equal('object_id', input.object),
      ...bound('created_at', '>=', input.from),
      ...bound('created_at', '<=', input.to),
    ]
    const found = await browse<events>(context, 'events', conditions, input)
    return {
      items: found.rows,
      total: await countFound(context, 'events', conditions, Number.MAX_SAFE_INTEGER),
      has_newer: found.hasNewer,
      has_older: found.hasOlder,
    }
  },
})

export const viewEvent = defineOperation({
  name: 'view_event',
  title: 'View an event',
  summary: 'Returns one event for its page, with who caused it.',
  permission: 'events:read',
  http: null,
  effect: 'read',
  input: FetchEvent,
  output: ListedEvent,
  run: (context, input) => findEvent(context, input.id),
})

export const fetchEventExample = defineOperation({
  name: 'fetch_event_example',
  title: 'Fetch an example of an event',
  summary: 'Returns the newest event of a name that the account has, or null when it has none yet.',
  permission: 'events:read',
  http: null,
  effect: 'read',
  input: z.strictObject({ event: EventName }),
  output: z.object({ event: ListedEvent.nullable() }),
  async run(context, input) {
    const event = await context.tables.events.findFirst({
      where: { account_id: context.account.id, event: input.event, endpoint_id: null },
      orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
    })
    return { event }
  },
})

import { z } from 'zod'
import { equal, missing } from '#lib/database/conditions.ts'
import { ENTITIES } from '#lib/domain/entities.ts'
import { findEntity } from '#lib/domain/entity.ts'
import { EVENT_FILTERS } from '#lib/domain/events/filters.ts'
import { existingEvent, findEvent } from '#lib/domain/events/find.ts'
import {
  EVENT_NAMES,
  Event,
  EventBody,
  EventName,
  FetchAllEvents,
  FetchEvent,
  ListedEvent,
} from '#lib/domain/events/schema.ts'
import { conditionsOfText } from '#lib/domain/filter-text.ts'
import { listEntities } from '#lib/domain/page.ts'
import { Collection } from '#lib/filters/page.ts'
import type { events } from '#lib/generated/prisma/client.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const fetchEvent = defineOperation({
  name: 'fetch_event',
  title: 'Fetch an event',
  summary: 'Returns one event, byte for byte as it is sent to webhooks.',
  permission: 'events:read',
  http: 'GET /v1/events/:id',
  scope: 'read_only',
  input: FetchEvent,
  output: EventBody,
  run: async (context, input) =>
    existingEvent(await findEntity(context, ENTITIES.eventBody, input.id), input.id),
})

const TEXT = { noun: 'event', filters: EVENT_FILTERS }

export const fetchAllEvents = defineOperation({
  name: 'fetch_all_events',
  title: 'Fetch all events',
  summary: 'Lists events, newest first. Filter by name, object or time.',
  permission: 'events:read',
  http: 'GET /v1/events',
  scope: 'read_only',
  columns: ['id', 'event', 'contains', 'created_at'],
  input: FetchAllEvents,
  output: Collection(Event),
  async run(context, { event, object, query, ...page }) {
    const where = [
      ...equal('event', event),
      ...equal('object_id', object),
      ...missing('endpoint_id'),
      ...(await conditionsOfText(context, TEXT, query)),
    ]
    return listEntities(context, ENTITIES.event, where, page)
  },
})

export const fetchEventExamples = defineOperation({
  name: 'fetch_event_examples',
  title: 'Fetch examples of all events',
  summary: 'Returns the newest event of each name that the account has.',
  permission: 'events:read',
  http: null,
  effect: 'read',
  input: z.strictObject({}),
  output: z.object({ items: z.array(ListedEvent) }),
  async run(context) {
    // One index look-up for each name, however many events there are.
    const items = await context.rows<events>(
      `SELECT newest.* FROM unnest($2::text[]) AS named(event) CROSS JOIN LATERAL (
         SELECT * FROM events WHERE account_id = $1 AND event = named.event AND endpoint_id IS NULL
         ORDER BY created_at DESC, id DESC LIMIT 1) AS newest`,
      [context.account.id, EVENT_NAMES],
    )
    return { items }
  },
})

export const getEventDetails = defineOperation({
  name: 'get_event_details',
  title: 'Get the details of an event',
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

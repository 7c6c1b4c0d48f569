import { equal, missing } from '#lib/domain/conditions.ts'
import { ENTITIES } from '#lib/domain/entities.ts'
import { findEntity } from '#lib/domain/entity.ts'
import { EVENT_FILTERS } from '#lib/domain/events/filters.ts'
import { existingEvent } from '#lib/domain/events/find.ts'
import { Event, EventBody, FetchAllEvents, FetchEvent } from '#lib/domain/events/schema.ts'
import { conditionsOfText } from '#lib/domain/filter-text.ts'
import { listEntities } from '#lib/domain/page.ts'
import { Collection } from '#lib/filters/page.ts'
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

import { z } from 'zod'
import { among, missing } from '#lib/domain/conditions.ts'
import { EventName, ListedEvent, ObjectId } from '#lib/domain/events/schema.ts'
import { created, equals, filter, oneOf } from '#lib/domain/filters.ts'
import { defineList } from '#lib/domain/list.ts'

/** How many records may be asked for at once. */
const MAX_RELATED = 120

/** All events except those that were sent to one endpoint only. */
export const { list: listEventsForDashboard } = defineList({
  noun: 'events',
  permission: 'events:read',
  item: ListedEvent,
  filters: {
    event: oneOf('event', EventName),
    object: equals('object_id', ObjectId),
    /** A record and those that belong to it: a payment with its refunds. */
    objects: filter(z.array(ObjectId).max(MAX_RELATED), (ids) => among('object_id', ids)),
    ...created,
  },
  scope: () => missing('endpoint_id'),
  currency: null,
})

import { missing } from '#lib/domain/conditions.ts'
import { EventName, ListedEvent, ObjectId } from '#lib/domain/events/schema.ts'
import { created, equals, oneOf } from '#lib/domain/filters.ts'
import { defineList } from '#lib/domain/list.ts'

/** All events except those that were sent to one endpoint only. */
export const { list: listEventsForDashboard } = defineList({
  noun: 'events',
  permission: 'events:read',
  item: ListedEvent,
  filters: { event: oneOf('event', EventName), object: equals('object_id', ObjectId), ...created },
  scope: () => missing('endpoint_id'),
  currency: null,
})

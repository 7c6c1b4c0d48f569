import { missing } from '#lib/database/conditions.ts'
import { EVENT_FILTERS } from '#lib/domain/events/filters.ts'
import { ListedEvent } from '#lib/domain/events/schema.ts'
import { defineList } from '#lib/domain/list.ts'

/** All events except those that were sent to one endpoint only. */
export const { list: listEventsForDashboard, export: exportEvents } = defineList({
  noun: 'events',
  permission: 'events:read',
  item: ListedEvent,
  filters: EVENT_FILTERS,
  scope: () => missing('endpoint_id'),
  currency: null,
})

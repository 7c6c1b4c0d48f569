import { z } from 'zod'
import { findEvent } from '#lib/domain/events/find.ts'
import { EventName, FetchEvent, ListedEvent } from '#lib/domain/events/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

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

import { z } from 'zod'
import { EVENT_NAMES, ListedEvent } from '#lib/domain/events/schema.ts'
import type { events } from '#lib/generated/prisma/client.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

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

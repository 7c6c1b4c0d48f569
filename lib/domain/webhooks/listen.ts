import { z } from 'zod'
import { findEvent } from '#lib/domain/events/find.ts'
import { eventBody } from '#lib/domain/events/rules.ts'
import { OTHER_SPELLINGS } from '#lib/domain/events/schema.ts'
import { nameFor } from '#lib/domain/webhooks/rules.ts'
import { Listening, ListenToEvents, ReadEvents, StreamedEvent } from '#lib/domain/webhooks/schema/listen.ts'
import type { events } from '#lib/generated/prisma/client.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const readEvents = defineOperation({
  name: 'read_events',
  title: 'Read events',
  summary: 'Returns the events after an event or since a time, oldest first, for a listener.',
  permission: 'events:read',
  http: null,
  effect: 'read',
  input: ReadEvents,
  output: z.object({ items: z.array(StreamedEvent) }),
  async run(context, input) {
    const names: string[] = input.events.map(
      (name) => OTHER_SPELLINGS[name as keyof typeof OTHER_SPELLINGS] ?? name,
    )
    const rows = await context.rows<events>(
      `SELECT * FROM events
       WHERE account_id = $1 AND endpoint_id IS NULL AND created_at >= $2
         AND ($3::text IS NULL OR (created_at, id) > (SELECT created_at, id FROM events WHERE account_id = $1 AND id = $3))
         AND ($4 OR event = ANY($5))
       ORDER BY created_at, id LIMIT $6`,
      [context.account.id, input.from ?? 0, input.after ?? null, names.includes('*'), names, input.count],
    )
    return {
      items: rows.map((row) => {
        const event = nameFor(row.event, input.events)
        return { id: row.id, event, body: eventBody(row, event), created_at: row.created_at }
      }),
    }
  },
})

export const listenToEvents = defineOperation({
  name: 'listen_to_events',
  title: 'Listen to events',
  summary:
    'Streams events as they happen (server-sent events), for machines without a public URL: `ready` first, then each event under its name with the same body that webhooks receive.',
  permission: 'events:read',
  http: 'GET /v1/webhooks/listen',
  scope: 'read_only',
  returns: 'stream',
  next: readEvents,
  input: ListenToEvents,
  output: Listening,
  async run(context, input) {
    // The caller named it, so it must exist.
    if (input.after !== undefined) await findEvent(context, input.after)
    const digest = context.vault.digest(`listen:${context.account.id}:${context.actor.id}`)
    return {
      account_id: context.account.id,
      secret: `whsec_${Buffer.from(digest).toString('base64')}`,
      events: [...new Set(input.events)],
    }
  },
})

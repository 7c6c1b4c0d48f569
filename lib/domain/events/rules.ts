import type { EventBody } from '#lib/domain/events/schema.ts'

type Row = {
  account_id: string
  event: string
  contains: string[]
  payload: unknown
  created_at: number | bigint
}

/**
 * The exact body of an event, under the name that its receiver subscribed to. It depends only on the row, so every
 * attempt sends the same bytes, and `GET /v1/events/:id` returns them.
 */
export function eventBody(row: Row, name = row.event): string {
  const { account_id, contains, payload, created_at } = row
  // Written in the order of the schema instead of parsed by it, since this runs at every attempt.
  return JSON.stringify({
    entity: 'event',
    account_id,
    event: name,
    contains,
    payload: payload as EventBody['payload'],
    created_at: Number(created_at),
  } satisfies EventBody)
}

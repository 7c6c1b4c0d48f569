import type { EventBody } from '#lib/domain/events/schema.ts'

type Row = {
  account_id: string
  event: string
  contains: string[]
  payload: unknown
  created_at: number | bigint
}

/**
 * The body of an event to the byte, under the name that its receiver subscribed to. It is made from the row alone, so
 * every attempt sends the same, and `GET /v1/events/:id` returns it.
 */
export function eventBody(row: Row, name = row.event): string {
  const { account_id, contains, payload, created_at } = row
  // Written out in the order of the schema instead of parsed by it: this runs at every attempt.
  return JSON.stringify({
    entity: 'event',
    account_id,
    event: name,
    contains,
    payload: payload as EventBody['payload'],
    created_at: Number(created_at),
  } satisfies EventBody)
}

import { EventBody } from '#lib/domain/events/schema.ts'

type Row = {
  account_id: string
  event: string
  contains: string[]
  payload: unknown
  created_at: number | bigint
}

/**
 * The body of an event to the byte, under the name that its receiver subscribed to. It is made from the row alone, so
 * every attempt sends the same, and `GET /v1/events/:id` answers with it.
 */
export function eventBody(row: Row, name = row.event): string {
  return JSON.stringify(EventBody.parse({ ...row, entity: 'event', event: name }))
}

import type { ListedEvent } from '#lib/domain/events/schema.ts'
import type { CsvCell } from '#lib/values/csv.ts'
import { timestampColumns } from './shared.ts'

export function columnsOf(zone: string): [name: string, cell: (event: ListedEvent) => CsvCell][] {
  return [
    ['event_id', (event) => event.id],
    ...timestampColumns<ListedEvent>('created', zone, (event) => event.created_at),
    ['event', (event) => event.event],
    ['record_id', (event) => event.object_id],
    ['payment_id', (event) => event.payment_id],
    ['order_id', (event) => event.order_id],
    ['customer_id', (event) => event.customer_id],
    ['actor_kind', (event) => event.actor_kind],
    ['actor', (event) => event.actor_name],
    ['request_id', (event) => event.request_id],
    ['payload', (event) => JSON.stringify(event.payload)],
  ]
}

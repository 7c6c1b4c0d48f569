import type { Delivery } from '#lib/domain/webhooks/schema.ts'
import type { CsvCell } from '#lib/values/csv.ts'
import { timestampColumns } from './shared.ts'

/** The columns of the file of deliveries, without the body of the event, which the file of events has. */
export function columnsOf(zone: string): [name: string, cell: (delivery: Delivery) => CsvCell][] {
  return [
    ['event_id', (delivery) => delivery.event_id],
    ...timestampColumns<Delivery>('created', zone, (delivery) => delivery.created_at),
    ['webhook_id', (delivery) => delivery.endpoint_id],
    ['event', (delivery) => delivery.event],
    ['record_id', (delivery) => delivery.object_id],
    ['status', (delivery) => delivery.state],
    ['attempts', (delivery) => delivery.attempts],
    ['last_status_code', (delivery) => delivery.last_status],
    ['last_error', (delivery) => delivery.last_error],
    ...timestampColumns<Delivery>('last_attempt', zone, (delivery) => delivery.last_attempt_at),
    ...timestampColumns<Delivery>('next_attempt', zone, (delivery) => delivery.due_at),
    ...timestampColumns<Delivery>('delivered', zone, (delivery) => delivery.delivered_at),
  ]
}

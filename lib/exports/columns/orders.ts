import type { ListedOrder } from '#lib/domain/orders/schema.ts'
import type { CsvCell } from '#lib/values/csv.ts'
import { amountColumns, notesCell, timestampColumns } from './shared.ts'

export function columnsOf(zone: string): [name: string, cell: (order: ListedOrder) => CsvCell][] {
  return [
    ['order_id', (order) => order.id],
    ...timestampColumns<ListedOrder>('created', zone, (order) => order.created_at),
    ['status', (order) => order.status],
    ['stuck', (order) => String(order.stuck)],
    ['receipt', (order) => order.receipt],
    ['currency', (order) => order.currency],
    ...amountColumns<ListedOrder>('amount', (order) => order.amount),
    ...amountColumns<ListedOrder>('amount_paid', (order) => order.amount_paid),
    ...amountColumns<ListedOrder>('amount_due', (order) => order.amount_due),
    ['attempts', (order) => order.attempts],
    ...timestampColumns<ListedOrder>('last_attempt', zone, (order) => order.last_attempt_at),
    ['email', (order) => order.email],
    ['contact', (order) => order.contact],
    ['customer_id', (order) => order.customer_id],
    ['customer_name', (order) => order.customer_name],
    ['notes', (order) => notesCell(order.notes)],
  ]
}

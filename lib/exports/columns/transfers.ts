import type { ListedTransfer } from '#lib/domain/transfers/schema.ts'
import { creatorText } from '#lib/values/creator-text.ts'
import type { CsvCell } from '#lib/values/csv.ts'
import { amountColumns, notesCell, timestampColumns } from './shared.ts'

export function columnsOf(zone: string): [name: string, cell: (transfer: ListedTransfer) => CsvCell][] {
  return [
    ['transfer_id', (transfer) => transfer.id],
    ...timestampColumns<ListedTransfer>('created', zone, (transfer) => transfer.created_at),
    ['status', (transfer) => transfer.status],
    ['source', (transfer) => transfer.source],
    ['customer_id', (transfer) => transfer.recipient],
    ['customer_name', (transfer) => transfer.customer_name],
    ['currency', (transfer) => transfer.currency],
    ...amountColumns<ListedTransfer>('amount', (transfer) => transfer.amount),
    ...amountColumns<ListedTransfer>('amount_reversed', (transfer) => transfer.amount_reversed),
    ...timestampColumns<ListedTransfer>('on_hold_until', zone, (transfer) => transfer.on_hold_until),
    ...timestampColumns<ListedTransfer>('processed', zone, (transfer) => transfer.processed_at),
    ['failure_reason', (transfer) => transfer.failure_reason],
    ['requested_by', (transfer) => creatorText(transfer.created_by)],
    ['on_hold', (transfer) => String(transfer.on_hold)],
    ['settlement_id', (transfer) => transfer.recipient_settlement_id],
    ['settlement_status', (transfer) => transfer.settlement_status],
    ['notes', (transfer) => notesCell(transfer.notes)],
  ]
}

import type { ListedMovement } from '#lib/domain/balance/schema.ts'
import type { CsvCell } from '#lib/values/csv.ts'
import { amountCell, amountColumns, minorCell, timestampColumns } from './shared.ts'

export function columnsOf(zone: string): [name: string, cell: (movement: ListedMovement) => CsvCell][] {
  return [
    ['movement_id', (movement) => movement.id],
    ...timestampColumns<ListedMovement>('created', zone, (movement) => movement.created_at),
    ['kind', (movement) => movement.kind],
    ['source', (movement) => movement.source],
    ['payment_id', (movement) => movement.payment_id],
    ['settlement_id', (movement) => movement.settlement_id],
    ['currency', (movement) => movement.currency],
    ...amountColumns<ListedMovement>('amount', (movement) => movement.amount),
    ...amountColumns<ListedMovement>('fee_with_tax', (movement) => movement.fee),
    ...amountColumns<ListedMovement>('tax', (movement) => movement.tax),
    ...amountColumns<ListedMovement>('debit', (movement) => movement.debit),
    ...amountColumns<ListedMovement>('credit', (movement) => movement.credit),
    ['balance', (movement) => amountCell(movement.balance, movement.currency)],
    ['balance_minor', (movement) => minorCell(movement.balance)],
  ]
}

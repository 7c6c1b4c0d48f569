import type { ListedSettlement } from '#lib/domain/settlements/schema.ts'
import { creatorText } from '#lib/values/creator-text.ts'
import type { CsvCell } from '#lib/values/csv.ts'
import { amountColumns, timestampColumns } from './shared.ts'

export function columnsOf(zone: string): [name: string, cell: (settlement: ListedSettlement) => CsvCell][] {
  return [
    ['settlement_id', (settlement) => settlement.id],
    ...timestampColumns<ListedSettlement>('created', zone, (settlement) => settlement.created_at),
    ['status', (settlement) => settlement.status],
    ['currency', (settlement) => settlement.currency],
    ...amountColumns<ListedSettlement>('amount', (settlement) => settlement.amount),
    ...amountColumns<ListedSettlement>('fees_with_tax', (settlement) => settlement.fees),
    ...amountColumns<ListedSettlement>('tax', (settlement) => settlement.tax),
    ['utr', (settlement) => settlement.utr],
    ['failure_reason', (settlement) => settlement.failure_reason],
    ...timestampColumns<ListedSettlement>('captured_until', zone, (settlement) => settlement.captured_until),
    ['created_by', (settlement) => creatorText(settlement.created_by)],
    ...timestampColumns<ListedSettlement>('finished', zone, (settlement) => settlement.finished_at),
  ]
}

import type { ListedBatch } from '#lib/domain/batches/schema.ts'
import type { CsvCell } from '#lib/values/csv.ts'
import { amountColumns, creatorCell, timestampColumns } from './shared.ts'

export function columnsOf(zone: string): [name: string, cell: (batch: ListedBatch) => CsvCell][] {
  return [
    ['batch_id', (batch) => batch.id],
    ...timestampColumns<ListedBatch>('created', zone, (batch) => batch.created_at),
    ['kind', (batch) => batch.kind],
    ['status', (batch) => batch.status],
    ['name', (batch) => batch.name],
    ['reason', (batch) => batch.reason],
    ['rows', (batch) => batch.count],
    ['currency', (batch) => batch.currency],
    ...amountColumns<ListedBatch>('total', (batch) => batch.total),
    ...timestampColumns<ListedBatch>('started', zone, (batch) => batch.started_at),
    ...timestampColumns<ListedBatch>('finished', zone, (batch) => batch.finished_at),
    ['created_by', (batch) => creatorCell(batch.created_by)],
  ]
}

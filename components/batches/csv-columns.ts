import { ROW_LOOKS } from '#components/batches/batch-labels.ts'
import { amountColumns, creatorCell, timestampColumns } from '#components/shared/csv-columns.ts'
import type { ListedBatch, ListedRow } from '#lib/domain/batches/schema.ts'
import type { Cell } from '#lib/values/csv.ts'
import { decimalOf } from '#lib/values/money-text.ts'

/** The result file of a batch: the rows as they were given, each with its result. */
export const RESULT_COLUMNS: [string, (row: ListedRow) => string | number | null][] = [
  ['row', ({ number }) => number],
  ['payment_id', ({ payment_id }) => payment_id],
  ['amount', ({ amount, currency }) => (amount === null ? null : decimalOf(amount, currency))],
  ['currency', ({ currency }) => currency],
  ['status', ({ status }) => ROW_LOOKS[status].word],
  ['result_id', ({ result_id }) => result_id],
  ['problem', ({ problem }) => problem],
]

/** The columns of the file of batches. */
export function columnsOf(zone: string): [name: string, cell: (batch: ListedBatch) => Cell][] {
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

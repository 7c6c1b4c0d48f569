import { ROW_LOOKS } from '#components/batches/batch-labels.ts'
import { amountCell } from '#components/shared/csv-columns.ts'
import type { ListedRow } from '#lib/domain/batches/schema.ts'
import type { CsvCell } from '#lib/values/csv.ts'

/** The result file of a batch: the rows as they were given, each with its result. */
export const RESULT_COLUMNS: [string, (row: ListedRow) => CsvCell][] = [
  ['row', ({ number }) => number],
  ['payment_id', ({ payment_id }) => payment_id],
  ['amount', ({ amount, currency }) => amountCell(amount, currency)],
  ['currency', ({ currency }) => currency],
  ['reason', ({ reason }) => reason],
  ['payment_amount', ({ payment }) => payment && amountCell(payment.amount, payment.currency)],
  ['email', ({ payment }) => payment?.email ?? null],
  ['contact', ({ payment }) => payment?.contact ?? null],
  ['receipt', ({ payment }) => payment?.receipt ?? null],
  ['status', ({ status }) => ROW_LOOKS[status].word],
  ['result_id', ({ result_id }) => result_id],
  ['problem', ({ problem }) => problem],
]

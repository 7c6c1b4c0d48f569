import { amountColumns, timestampColumns } from '#components/shared/csv-columns.ts'
import type { StatementLine } from '#lib/domain/wallets/schema.ts'
import { kindWords } from '#lib/print/statement-layout.ts'
import type { CsvCell } from '#lib/values/csv.ts'

/** The columns of the file of a statement: amounts as people read them and in minor units. */
export function statementColumns(zone: string): [name: string, cell: (line: StatementLine) => CsvCell][] {
  return [
    ['entry_id', (line) => line.id],
    ['number', (line) => line.seq],
    ...timestampColumns<StatementLine>('date', zone, (line) => line.created_at),
    ['description', (line) => line.description],
    ['kind', kindWords],
    ['type', (line) => line.type],
    ['source', (line) => line.source],
    ['payment_id', (line) => line.payment_id],
    ['currency', (line) => line.currency],
    ...amountColumns<StatementLine>('debit', (line) => line.debit),
    ...amountColumns<StatementLine>('credit', (line) => line.credit),
    ...amountColumns<StatementLine>('balance', (line) => line.balance),
  ]
}

import type { ListedBankLine } from '#lib/domain/bank-statements/schema.ts'
import { type CsvCell, Figure } from '#lib/values/csv.ts'
import { amountColumns, timestampColumns } from './shared.ts'

/** The columns of the file of bank lines. Their dates are the bank's. */
export function columnsOf(zone: string): [name: string, cell: (line: ListedBankLine) => CsvCell][] {
  return [
    ['line_id', (line) => line.id],
    ['statement_id', (line) => line.statement_id],
    ['booked', (line) => new Figure(line.date)],
    ['side', (line) => line.side],
    ['currency', (line) => line.currency],
    ...amountColumns<ListedBankLine>('amount', (line) => line.amount),
    ['reference', (line) => line.reference],
    ['description', (line) => line.description],
    ['reversal', (line) => (line.reversal ? 'yes' : '')],
    ['status', (line) => line.status],
    ['settlement_id', (line) => line.settlement_id],
    ['matched_by', (line) => line.matched_by],
    ...amountColumns<ListedBankLine>('difference', (line) => line.difference),
    ...timestampColumns<ListedBankLine>('matched', zone, (line) => line.matched_at),
    ...amountColumns<ListedBankLine>('balance_change', (line) => line.balance_change),
    ['reason', (line) => line.reason],
  ]
}

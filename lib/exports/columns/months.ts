import type { MonthFees, MonthLine } from '#lib/domain/balance/schema.ts'
import { type CsvCell, Figure } from '#lib/values/csv.ts'
import { amountCell, minorCell } from './shared.ts'

type Column<Item> = [name: string, cell: (item: Item) => CsvCell]

/** A sum, twice: formatted for people, and in minor units for code. */
function sumColumns<Item extends { currency: string }>(
  name: string,
  of: (item: Item) => bigint | null,
): Column<Item>[] {
  const cell = (write: (sum: bigint, item: Item) => CsvCell) => (item: Item) => {
    const sum = of(item)
    return sum === null ? null : write(sum, item)
  }
  return [
    [name, cell((sum, { currency }) => amountCell(sum, currency))],
    [`${name}_minor`, cell(minorCell)],
  ]
}

/** The columns of the file of months. Months are those of the account's time zone, not of the reader's. */
export function monthColumns(): Column<MonthLine>[] {
  return [
    ['month', ({ month }) => new Figure(month)],
    ['time_zone', ({ time_zone }) => time_zone],
    ['closed', ({ closed }) => String(closed)],
    ['line', ({ line }) => line],
    ['currency', ({ currency }) => currency],
    ['count', ({ count }) => count],
    ...sumColumns<MonthLine>('amount', ({ amount }) => amount),
    ...sumColumns<MonthLine>('fee_with_tax', ({ fee }) => fee),
    ...sumColumns<MonthLine>('tax', ({ tax }) => tax),
    ...sumColumns<MonthLine>('debit', ({ debit }) => debit),
    ...sumColumns<MonthLine>('credit', ({ credit }) => credit),
    ...sumColumns<MonthLine>('balance', ({ balance }) => balance),
  ]
}

export function feeColumns(): Column<MonthFees>[] {
  return [
    ['month', ({ month }) => new Figure(month)],
    ['time_zone', ({ time_zone }) => time_zone],
    ['closed', ({ closed }) => String(closed)],
    ['currency', ({ currency }) => currency],
    ['payments', ({ count }) => count],
    ...sumColumns<MonthFees>('captured', ({ amount }) => amount),
    ...sumColumns<MonthFees>('fees', ({ net }) => net),
    ...sumColumns<MonthFees>('tax', ({ tax }) => tax),
    ...sumColumns<MonthFees>('fees_with_tax', ({ fee }) => fee),
  ]
}

import { MonthName } from '#lib/domain/balance/schema.ts'
import { type ListFilter, param } from '#lib/filters/list-params.ts'

const MONTH: ListFilter = { ...param('month', MonthName), control: { kind: 'hidden' } }

/** The pages of months and fees as lists that are exported: their filters, and what a page of the file begins after. */
export const monthList = {
  path: '/balance/months',
  title: 'Months of the balance',
  noun: 'month',
  filters: [MONTH],
  cursor: MonthName,
}
export const feeList = {
  path: '/balance/fees',
  title: 'Fees and tax',
  noun: 'month',
  filters: [],
  cursor: MonthName,
}

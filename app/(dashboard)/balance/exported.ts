import { hidden } from '#components/shared/list/filters.tsx'
import { MonthName } from '#lib/domain/balance/schema.ts'
import { param } from '#lib/filters/list-params.ts'

/** The pages of months and fees as lists that are exported: their filters, and what a page of the file begins after. */
export const monthList = {
  path: '/balance/months',
  title: 'Months of the balance',
  noun: 'month',
  filters: [hidden(param('month', MonthName))],
  cursor: MonthName,
}
export const feeList = {
  path: '/balance/fees',
  title: 'Fees and tax',
  noun: 'month',
  filters: [],
  cursor: MonthName,
}

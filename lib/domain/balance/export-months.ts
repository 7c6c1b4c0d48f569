import { z } from 'zod'
import { allMonths } from '#lib/domain/balance/months.ts'
import { feesOfMonth, linesOfMonth } from '#lib/domain/balance/rules.ts'
import { MonthFees, MonthLine, MonthName } from '#lib/domain/balance/schema.ts'
import { EXPORT_PERMISSION } from '#lib/permissions.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

const ExportMonths = z.strictObject({
  month: MonthName.optional(),
  count: z.int().min(1).max(1000).default(500),
  after: z.string().optional(),
})

export const exportBalanceMonths = defineOperation({
  name: 'export_balance_months',
  title: 'Export the months of the balance',
  summary:
    'The months of the balance for a file, newest first: a line for the opening balance, for each kind of movement and for the closing balance.',
  permission: 'balance:read',
  alsoNeeds: [EXPORT_PERMISSION],
  confirm: 'live',
  http: null,
  effect: 'read',
  input: ExportMonths,
  output: z.object({ items: z.array(MonthLine) }),
  async run(context, { month, ...page }) {
    const months = (await allMonths(context)).filter((one) => month === undefined || one.month === month)
    return { items: pageAfter(months.flatMap(linesOfMonth), page) }
  },
})

export const exportBalanceFees = defineOperation({
  name: 'export_balance_fees',
  title: 'Export the fees by month',
  summary: 'The fees of each month and the tax that they contain for a file, newest first.',
  permission: 'balance:read',
  alsoNeeds: [EXPORT_PERMISSION],
  confirm: 'live',
  http: null,
  effect: 'read',
  input: ExportMonths.omit({ month: true }),
  output: z.object({ items: z.array(MonthFees) }),
  async run(context, page) {
    return { items: pageAfter((await allMonths(context)).map(feesOfMonth), page) }
  },
})

/** The rows after the one that a page ended with. */
function pageAfter<R extends { id: string }>(
  rows: R[],
  { after, count }: { after?: string | undefined; count: number },
): R[] {
  const begin = after === undefined ? 0 : rows.findIndex(({ id }) => id === after) + 1
  return after !== undefined && begin === 0 ? [] : rows.slice(begin, begin + count)
}

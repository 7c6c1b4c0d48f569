import { z } from 'zod'
import { StoredInteger, Total } from '#lib/values/money.ts'
import { Timestamp } from '#lib/values/timestamp.ts'

const taken = (standard: string) => ({
  period: z
    .string()
    .max(60)
    .optional()
    .meta({
      description: `Day or period, such as "last Monday" or "2026-11-01 to 2026-11-15"; ${standard} by default.`,
      examples: ['yesterday'],
    }),
  from: Timestamp.optional().meta({ description: 'Start, in place of period.' }),
  to: Timestamp.optional().meta({ description: 'End, inclusive. Defaults to now.' }),
})

export const FetchDayTotals = z.strictObject(taken('yesterday'))
export const SummarizeFailures = z.strictObject(taken('last 7 days'))

const period = {
  from: z.int().meta({ description: 'First second of the period, as a Unix timestamp.' }),
  to: z.int().meta({ description: 'Last second of the period, as a Unix timestamp.' }),
  time_zone: z.string().meta({ description: 'Zone in which days begin and end.' }),
  currency: z.string().meta({ description: 'Currency of the amounts, in its smallest unit.' }),
}

const sums = {
  captured: Total.meta({ description: 'Amount of the payments captured in the period, before fees.' }),
  captured_count: StoredInteger.meta({ description: 'Number of payments captured.' }),
  refunded: Total.meta({ description: 'Amount of the refunds created in the period.' }),
  refunded_count: StoredInteger.meta({ description: 'Number of refunds created.' }),
  refunds_failed: Total.meta({ description: 'Amount of refunds that failed and returned to the balance.' }),
  fees: Total.meta({ description: 'Fees of the captures, without tax.' }),
  tax: Total.meta({ description: 'Tax on the fees.' }),
  net: Total.meta({
    description: 'What sales left: captured - fees - tax - refunded + refunds_failed.',
  }),
  transferred: Total.meta({ description: 'Amount transferred to wallets, less what was reversed.' }),
  settled: Total.meta({
    description: 'Amount paid to your bank account by settlements, less those that failed.',
  }),
  balance_change: Total.meta({ description: 'Change of the balance: net - transferred - settled.' }),
}

const Day = z.object({
  date: z.string().meta({ description: 'The day, as YYYY-MM-DD.' }),
  ...sums,
})

/** Why these totals may differ from sums of lists and from Overview. */
const COUNTED =
  'As in Balance: by capture time, where Overview and lists go by creation time. Not in net: failed refunds, and refunds of authorizations that were never captured.'

export const DayTotals = z.object({
  entity: z.literal('day_totals').default('day_totals').meta({ description: 'Always day_totals.' }),
  counts: z.literal(COUNTED).default(COUNTED).meta({ description: 'What is counted, and when.' }),
  ...period,
  ...sums,
  days: z
    .array(Day)
    .meta({ description: 'The same for each day with movements, oldest first; of several days.' }),
})
export type DayTotals = z.output<typeof DayTotals>

export const FailureSummary = z.object({
  entity: z
    .literal('failure_summary')
    .default('failure_summary')
    .meta({ description: 'Always failure_summary.' }),
  ...period,
  attempts: StoredInteger.meta({ description: 'Number of payments created in the period.' }),
  failed: StoredInteger.meta({ description: 'Number of them that failed.' }),
  failed_amount: Total.meta({ description: 'Amount of the failed payments.' }),
  reasons: z
    .array(
      z.object({
        error_reason: z.string().meta({ description: 'Reason, as in the payments.' }),
        means: z.string().meta({ description: 'What the reason means.' }),
        source: z.string().meta({ description: 'Who can act: customer, bank, gateway or business.' }),
        count: StoredInteger.meta({ description: 'Number of payments that failed for this reason.' }),
        amount: Total.meta({ description: 'Amount of these payments.' }),
      }),
    )
    .meta({ description: 'The reasons, most frequent first.' }),
})

import { type Moved, reportPeriodOf, reportSums } from '#lib/domain/reports/rules.ts'
import { DayTotals, FetchDayTotals } from '#lib/domain/reports/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { zoneOf } from '#lib/values/country.ts'
import { idsBetween } from '#lib/values/id.ts'

export const fetchDayTotals = defineOperation({
  name: 'fetch_day_totals',
  title: 'Fetch the totals of a day',
  summary:
    'Reconciles a day or period as Balance has it: captured (by capture time), refunded, fees without tax, tax, net, transferred, settled. Authorizations returned without a capture are not counted.',
  permission: 'payments:read',
  alsoNeeds: ['refunds:read', 'balance:read'],
  http: null,
  effect: 'read',
  scope: 'read_only',
  input: FetchDayTotals,
  output: DayTotals,
  async run(context, input) {
    const { account, now } = context
    const time_zone = zoneOf(account.country)
    const { from, to } = reportPeriodOf(input, 'yesterday', time_zone, now)
    const ids = idsBetween('ledger_transaction', from, to)
    // The primary key finds the movements of the period by the time in their IDs.
    const movements = await context.rows<Moved>(
      `SELECT ((to_timestamp(head.created_at) AT TIME ZONE $6)::date)::text AS date, head.kind,
              CASE WHEN leg.credit = 'merchant_balance' THEN leg.debit ELSE leg.credit END AS other,
              leg.credit = 'merchant_balance' AS credited, count(*)::bigint AS count, sum(leg.amount)::text AS amount
       FROM ledger_transactions head
       JOIN ledger_postings leg ON leg.account_id = head.account_id AND leg.transaction_id = head.id
       WHERE head.account_id = $1 AND head.id >= $2 AND head.id < $3 AND head.created_at BETWEEN $4 AND $5
         AND (leg.credit = 'merchant_balance' OR leg.debit = 'merchant_balance')
       GROUP BY 1, 2, 3, 4 ORDER BY 1`,
      [account.id, ids.from, ids.end, from, to, time_zone],
    )
    const dates = [...new Set(movements.map(({ date }) => date))]
    const days = dates.map((date) => ({
      date,
      ...reportSums(movements.filter((movement) => movement.date === date)),
    }))
    const period = { from, to, time_zone, currency: account.currency }
    return { ...period, ...reportSums(movements), days: to - from > 90_000 ? days : [] }
  },
})

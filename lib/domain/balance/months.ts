import { z } from 'zod'
import { all, bound, type Condition, equal, numbered } from '#lib/database/conditions.ts'
import type { Columns } from '#lib/database/query.ts'
import { feesOfMonth, isOver, linesOfMonth, monthAt } from '#lib/domain/balance/rules.ts'
import {
  BalanceMonth,
  FetchBalanceMonth,
  KindSums,
  MOVEMENT_KINDS,
  MonthFees,
  MonthLine,
  MonthName,
  ReconciledMonth,
} from '#lib/domain/balance/schema.ts'
import type { balance_months, balance_movements } from '#lib/generated/prisma/client.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation, type Plain } from '#lib/pipeline/operation.ts'
import { zoneOf } from '#lib/values/country.ts'
import { idsBetween } from '#lib/values/id.ts'
import { EXPORT_PERMISSION } from '#lib/values/permissions.ts'

type MonthRow = Plain<balance_months>
type Shown = Omit<BalanceMonth, 'time_zone' | 'currency'>

export const fetchBalanceMonths = defineOperation({
  name: 'fetch_balance_months',
  title: 'Fetch the months of the balance',
  summary:
    'Lists the months of the balance, newest first: opening balance, movements by kind, closing balance.',
  permission: 'balance:read',
  http: null,
  effect: 'read',
  input: z.strictObject({}),
  output: z.object({ items: z.array(BalanceMonth) }),
  async run(context) {
    return { items: await allMonths(context) }
  },
})

export const fetchBalanceMonth = defineOperation({
  name: 'fetch_balance_month',
  title: 'Fetch a month of the balance',
  summary: 'Returns one month of the balance, with the sum of its postings in the ledger to compare.',
  permission: 'balance:read',
  http: null,
  effect: 'read',
  input: FetchBalanceMonth,
  output: ReconciledMonth,
  errors: ['record_not_found'],
  async run(context, { month: name }) {
    const closed = await closedMonths(context)
    const month =
      closed.find((one) => one.month === name) ??
      (await openMonths(context, closed.at(-1))).find((one) => one.month === name)
    if (!month) throw refused('record_not_found', `The balance has no movements in ${name} or before.`)
    return { ...month, ...inAccount(context), ledger: await ledgerOf(context, month) }
  },
})

export const closeBalanceMonths = defineOperation({
  name: 'close_balance_months',
  title: 'Close the months of the balance',
  summary:
    'Writes the opening balance, the movements by kind and the closing balance of each month that is over.',
  permission: 'business:write',
  http: null,
  effect: 'transaction',
  input: z.strictObject({}),
  output: z.object({ closed: z.array(z.string()) }),
  async run(context) {
    // Closings of an account wait for each other.
    await context.rows('SELECT 1 FROM accounts WHERE id = $1 FOR NO KEY UPDATE', [context.account.id])
    // An import from a gateway may still add to the months that are over.
    const running = await context.rows(
      `SELECT 1 FROM gateway_imports WHERE account_id = $1 AND status = 'running'`,
      [context.account.id],
    )
    if (running.length > 0) return { closed: [] }
    const [last] = (await closedMonths(context)).slice(-1)
    const over = (await openMonths(context, last)).filter((month) => isOver(month, context.now))
    for (const { opening, closing, kinds, ...month } of over)
      context.changes.insert('balance_months', {
        account_id: context.account.id,
        ...month,
        opening: String(opening),
        closing: String(closing),
        kinds: JSON.parse(
          JSON.stringify(kinds, (_key, value) => (typeof value === 'bigint' ? String(value) : value)),
        ),
        closed_at: context.now,
      })
    if (over.length > 0) context.about(context.account.id)
    return { closed: over.map(({ month }) => month) }
  },
})

async function allMonths(context: Context): Promise<BalanceMonth[]> {
  const closed = await closedMonths(context)
  const months = [...closed, ...(await openMonths(context, closed.at(-1)))]
  return months.reverse().map((month) => ({ ...month, ...inAccount(context) }))
}

/** The closed months of the account, oldest first: every month from the first movement on. */
async function closedMonths({ account, rows }: Context): Promise<Shown[]> {
  const found = await rows<MonthRow>('SELECT * FROM balance_months WHERE account_id = $1 ORDER BY month', [
    account.id,
  ])
  // Within a transaction BIGINT comes as a bigint.
  return found.map(({ month, starts_at, ends_at, opening, closing, kinds, closed_at }) => ({
    month,
    starts_at: Number(starts_at),
    ends_at: Number(ends_at),
    closed_at: Number(closed_at),
    opening: BigInt(opening),
    closing: BigInt(closing),
    kinds: KindSums.parse(kinds),
  }))
}

/** The months since the last closed one, oldest first; the present month is among them once there is a movement. */
async function openMonths(context: Context, last: Shown | undefined): Promise<Shown[]> {
  const zone = zoneOf(context.account.country)
  const [first] = last
    ? [{ created_at: last.ends_at + 1 }]
    : await context.rows<Columns<balance_movements, 'created_at'>>(
        'SELECT created_at FROM balance_movements WHERE account_id = $1 ORDER BY created_at LIMIT 1',
        [context.account.id],
      )
  if (!first) return []
  const months: Shown[] = []
  let opening = last?.closing ?? 0n
  for (let at = Number(first.created_at); at <= context.now; ) {
    const month = monthAt(at, zone)
    const within = [
      ...bound('created_at', '>=', month.starts_at),
      ...bound('created_at', '<=', month.ends_at),
    ]
    const kinds = await sumsOfKinds(context, within)
    const closing = opening + netOf(kinds)
    months.push({ ...month, opening, closing, kinds, closed_at: null })
    opening = closing
    at = month.ends_at + 1
  }
  return months
}

/** What the postings of the ledger in a month changed the balance by. The primary key finds them by the time in their IDs. */
async function ledgerOf(context: Context, { starts_at, ends_at }: Shown): Promise<string> {
  const ids = idsBetween('ledger_transaction', starts_at, ends_at)
  const [found] = await context.rows<{ net: string }>(
    `SELECT COALESCE(sum(CASE WHEN credit = 'merchant_balance' THEN amount ELSE -amount END), 0)::text AS net
     FROM ledger_postings WHERE account_id = $1 AND transaction_id >= $2 AND transaction_id < $3
       AND created_at BETWEEN $4 AND $5 AND (credit = 'merchant_balance' OR debit = 'merchant_balance')`,
    [context.account.id, ids.from, ids.end, starts_at, ends_at],
  )
  return found?.net ?? '0'
}

function inAccount({ account }: Context): { time_zone: string; currency: string } {
  return { time_zone: zoneOf(account.country), currency: account.currency }
}

/** The sums of the movements of the account that meet the conditions, by kind. */
export async function sumsOfKinds(context: Context, conditions: Condition[]): Promise<KindSums> {
  const where = all([...equal('account_id', context.account.id), ...conditions])
  const { sql, values } = numbered({
    sql: `SELECT kind, count(*) AS count, sum(amount)::text AS amount, sum(fee)::text AS fee, sum(tax)::text AS tax,
                 sum(credit)::text AS credit, sum(debit)::text AS debit
          FROM balance_movements WHERE ${where.sql} GROUP BY kind`,
    values: where.values,
  })
  const sums = KindSums.parse(await context.rows(sql, values))
  return sums.sort((left, right) => MOVEMENT_KINDS.indexOf(left.kind) - MOVEMENT_KINDS.indexOf(right.kind))
}

/** What the balance gained by movements, less what it lost. */
function netOf(kinds: KindSums): bigint {
  return kinds.reduce((sum, { credit, debit }) => sum + credit - debit, 0n)
}

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

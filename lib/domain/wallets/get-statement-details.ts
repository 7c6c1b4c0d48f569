import { z } from 'zod'
import type { Columns } from '#lib/database/query.ts'
import { findCustomer } from '#lib/domain/customers/find.ts'
import { assertWalletsAvailable } from '#lib/domain/wallets/rules.ts'
import { StatementLine, StatementSums } from '#lib/domain/wallets/schema.ts'
import type { customer_transactions } from '#lib/generated/prisma/client.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { Id } from '#lib/values/id.ts'
import { EXPORT_PERMISSION } from '#lib/values/permissions.ts'

const Period = z.strictObject({
  id: Id('customer'),
  from: z.int().optional(),
  to: z.int().optional(),
})
type Period = z.output<typeof Period>

export const getStatementDetails = defineOperation({
  name: 'get_wallet_statement_details',
  title: 'Get the details of a wallet statement',
  summary:
    'One page of the entries of a wallet in a period, with opening balance, credits, debits and closing balance of the whole period, each worked out on its own.',
  permission: 'wallets:read',
  http: null,
  effect: 'read',
  input: Period.extend({
    count: z.int().min(1).max(100).default(50),
    /** Entries older than this one, by its number. */
    below: z.int().optional(),
    /** Entries newer than this one. */
    above: z.int().optional(),
  }),
  output: z.object({
    customer_id: z.string(),
    name: z.string().nullable(),
    contact: z.string().nullable(),
    currency: z.string(),
    sums: StatementSums,
    items: z.array(StatementLine),
    has_newer: z.boolean(),
    has_older: z.boolean(),
  }),
  async run(context, { count, below, above, ...period }) {
    assertWalletsAvailable(context.account)
    const customer = await findCustomer(context, period.id)
    const upwards = above !== undefined
    const rows = await linesOf(context, period, {
      count: count + 1,
      ...(upwards ? { above } : { below }),
    })
    const more = rows.length > count
    const shown = rows.slice(0, count)
    return {
      customer_id: customer.id,
      name: customer.name,
      contact: customer.contact,
      currency: context.account.currency,
      sums: await statementSums(context, period),
      items: upwards ? shown.reverse() : shown,
      has_newer: upwards ? more : below !== undefined,
      has_older: upwards ? true : more,
    }
  },
})

export const exportStatementHead = defineOperation({
  name: 'export_wallet_statement_head',
  title: 'Export the head of a wallet statement',
  summary: getStatementDetails.summary,
  permission: getStatementDetails.permission,
  alsoNeeds: [EXPORT_PERMISSION],
  confirm: 'live',
  http: null,
  effect: 'read',
  input: getStatementDetails.input,
  output: getStatementDetails.output,
  run: getStatementDetails.run,
})

export const exportStatementEntries = defineOperation({
  name: 'export_wallet_statement_entries',
  title: 'Export the entries of a wallet statement',
  summary: 'The next entries of a wallet in a period, oldest first, for a download.',
  permission: 'wallets:read',
  alsoNeeds: [EXPORT_PERMISSION],
  confirm: 'live',
  http: null,
  effect: 'read',
  input: Period.extend({ count: z.int().min(1).max(1000).default(500), above: z.int().default(0) }),
  output: z.object({ items: z.array(StatementLine) }),
  async run(context, { count, above, ...period }) {
    assertWalletsAvailable(context.account)
    await findCustomer(context, period.id)
    return { items: await linesOf(context, period, { count, above }) }
  },
})

export const sumStatement = defineOperation({
  name: 'sum_wallet_statement',
  title: 'Add up the statement of a wallet',
  summary: 'Opening balance, credits, debits and closing balance of a wallet in a period.',
  permission: 'wallets:read',
  http: null,
  effect: 'read',
  input: Period,
  output: StatementSums,
  async run(context, period) {
    await findCustomer(context, period.id)
    return statementSums(context, period)
  },
})

/**
 * Credits and debits are added up; opening and closing are the running balances of the first and last entry. They agree
 * if the entries are complete, and are shown as they are if not.
 * @param through the number of the newest entry that counts, 0 for none; later ones are ignored, whatever their time
 */
export async function statementSums(
  context: Context,
  period: Period,
  through?: number,
): Promise<StatementSums> {
  const { where, values } = within(context, period, through)
  const [sums] = await context.rows<{ credits: string | null; debits: string | null; entries: number }>(
    `SELECT sum(credit)::text AS credits, sum(debit)::text AS debits, count(*)::int AS entries
     FROM customer_transactions WHERE ${where}`,
    values,
  )
  const opening = period.from === undefined ? 0n : await balanceAt(context, period.id, '<', period.from)
  const end = period.to ?? Number.MAX_SAFE_INTEGER
  const closing = through === 0 ? opening : await balanceAt(context, period.id, '<=', end, through)
  const [credits, debits] = [BigInt(sums?.credits ?? 0), BigInt(sums?.debits ?? 0)]
  return {
    opening,
    credits,
    debits,
    closing,
    entries: sums?.entries ?? 0,
    reconciles: opening + credits - debits === closing,
  }
}

async function balanceAt(
  context: Context,
  customerId: string,
  sign: '<' | '<=',
  at: number,
  through = Number.MAX_SAFE_INTEGER,
): Promise<bigint> {
  const [row] = await context.rows<{ balance: string }>(
    `SELECT balance::text FROM customer_transactions WHERE account_id = $1 AND customer_id = $2 AND created_at ${sign} $3
       AND seq <= $4
     ORDER BY created_at DESC, seq DESC LIMIT 1`,
    [context.account.id, customerId, at, through],
  )
  return BigInt(row?.balance ?? 0)
}

type Line = Columns<customer_transactions, keyof customer_transactions> & {
  payment_id: string | null
  transfer_id: string | null
}

function linesOf(
  context: Context,
  period: Period,
  { count, below, above }: { count: number; below?: number | undefined; above?: number | undefined },
) {
  const { where, values } = within(context, period)
  const place = (value: unknown) => `$${values.push(value)}`
  const edge =
    above !== undefined ? `AND seq > ${place(above)}` : below !== undefined ? `AND seq < ${place(below)}` : ''
  const direction = above === undefined ? 'DESC' : 'ASC'
  return context.rows<Line>(
    `SELECT line.*, COALESCE(refund.payment_id, transfer.source) AS payment_id, reversal.transfer_id FROM (
       SELECT * FROM customer_transactions WHERE ${where} ${edge}
       ORDER BY created_at ${direction}, seq ${direction} LIMIT ${place(count)}) line
     LEFT JOIN refunds refund ON refund.account_id = line.account_id AND refund.id = line.source
     LEFT JOIN transfers transfer
       ON transfer.account_id = line.account_id AND transfer.id = line.source AND transfer.source LIKE 'pay\\_%'
     LEFT JOIN reversals reversal ON reversal.account_id = line.account_id AND reversal.id = line.source
     ORDER BY line.seq ${direction}`,
    values,
  )
}

function within(
  context: Context,
  { id, from, to }: Period,
  through?: number,
): { where: string; values: unknown[] } {
  const values: unknown[] = [context.account.id, id]
  const bounds = ['account_id = $1', 'customer_id = $2']
  if (from !== undefined) bounds.push(`created_at >= $${values.push(from)}`)
  if (to !== undefined) bounds.push(`created_at <= $${values.push(to)}`)
  if (through !== undefined) bounds.push(`seq <= $${values.push(through)}`)
  return { where: bounds.join(' AND '), values }
}

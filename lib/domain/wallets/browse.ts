import { z } from 'zod'
import { monthOf, served } from '#lib/domain/wallets/rules.ts'
import { ListedWallet } from '#lib/domain/wallets/schema.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { Id } from '#lib/values/id.ts'
import { Sum } from '#lib/values/money.ts'
import { phoneCandidates } from '#lib/values/phone.ts'

/** What the list of wallets and its export can be narrowed by. */
export const WalletFilters = z.strictObject({
  /** An id of a customer, an e-mail, a phone number, or how a name begins. */
  q: z.string().trim().max(100).optional(),
  min: z.int().min(0).optional(),
  max: z.int().min(0).optional(),
})
export type WalletFilters = z.output<typeof WalletFilters>

export const browseWallets = defineOperation({
  name: 'browse_wallets',
  title: 'Browse wallets',
  summary:
    'One page of wallets for the dashboard, with the exact count of what the filter finds and what they hold together.',
  permission: 'wallets:read',
  http: null,
  effect: 'read',
  input: WalletFilters.extend({
    count: z.int().min(1).max(1000).default(25),
    after: Id('customer').optional(),
    before: Id('customer').optional(),
  }),
  output: z.object({
    items: z.array(ListedWallet),
    total: z.int(),
    /** The balance of all of them together. */
    balance: Sum,
    currency: z.string(),
    has_newer: z.boolean(),
    has_older: z.boolean(),
  }),
  async run(context, { count, after, before, ...filters }) {
    served(context.account)
    const { where, values } = conditionsOf(context, filters)
    const upwards = before !== undefined
    const rows = await linesOf(context, filters, { count: count + 1, after, before })
    const [found] = await context.rows<{ total: number; balance: string | null }>(
      `SELECT count(*)::int AS total, sum(wallet.balance)::text AS balance ${FROM} WHERE ${where}`,
      values,
    )
    const more = rows.length > count
    const kept = rows.slice(0, count)
    return {
      items: upwards ? kept.reverse() : kept,
      total: found?.total ?? 0,
      balance: found?.balance,
      currency: context.account.currency,
      has_newer: upwards ? more : after !== undefined,
      has_older: upwards ? true : more,
    }
  },
})

type Place = { count: number; after?: string | undefined; before?: string | undefined }

/** Wallets on one side of another, those nearest to it first: newest first after it, oldest first before it. */
export async function linesOf(context: Context, filters: WalletFilters, { count, after, before }: Place) {
  const { where, values } = conditionsOf(context, filters)
  const upwards = before !== undefined
  const cursor = before ?? after
  const edge =
    cursor === undefined
      ? ''
      : `AND (wallet.created_at, wallet.customer_id) ${upwards ? '>' : '<'}
           (SELECT created_at, customer_id FROM wallets WHERE account_id = $1 AND customer_id = $${values.length + 1})`
  const order = upwards ? 'ASC' : 'DESC'
  const rows = await context.rows<Record<string, unknown>>(
    `SELECT wallet.*, customer.name, customer.email, customer.contact
     ${FROM} WHERE ${where} ${edge}
     ORDER BY wallet.created_at ${order}, wallet.customer_id ${order} LIMIT ${count}`,
    cursor === undefined ? values : [...values, cursor],
  )
  const month = monthOf(context.now)
  return rows.map((row) => ({ ...row, monthly_usage: row.usage_month === month ? row.usage : 0 }))
}

const FROM = `FROM wallets wallet JOIN customers customer
  ON customer.account_id = wallet.account_id AND customer.id = wallet.customer_id`

function conditionsOf(
  context: Context,
  { q, min, max }: WalletFilters,
): { where: string; values: unknown[] } {
  const values: unknown[] = [context.account.id]
  const place = (value: unknown) => `$${values.push(value)}`
  const conditions = ['wallet.account_id = $1']
  if (min !== undefined) conditions.push(`wallet.balance >= ${place(min)}`)
  if (max !== undefined) conditions.push(`wallet.balance <= ${place(max)}`)
  if (q) conditions.push(matching(q, context.account.country, place))
  return { where: conditions.join(' AND '), values }
}

function matching(q: string, country: string, place: (value: unknown) => string): string {
  if (/^cust_\w+$/.test(q)) return `customer.id = ${place(q)}`
  const begins = (text: string) => `${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  if (q.includes('@')) return `customer.identity LIKE ${place(begins(q))}`
  if (/^\+?[\d\s()-]{7,}$/.test(q))
    return `customer.contact = ANY(${place(phoneCandidates(q, country))}::text[])`
  return `customer.search_name LIKE ${place(begins(q))}`
}

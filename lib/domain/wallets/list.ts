import { all, type Condition } from '#lib/database/conditions.ts'
import { amount, text } from '#lib/domain/filters.ts'
import { defineList } from '#lib/domain/list.ts'
import { searchedIn } from '#lib/domain/lookups.ts'
import { assertWalletsAvailable, monthOf, usageIn } from '#lib/domain/wallets/rules.ts'
import { ListedWallet } from '#lib/domain/wallets/schema.ts'
import type { wallets } from '#lib/generated/prisma/client.ts'
import type { Context } from '#lib/pipeline/operation.ts'
import { Sum } from '#lib/values/money.ts'

export const WALLET_FILTERS = [
  /** A customer ID, an email, a phone number, or the beginning of a name. */
  text('q', 100, {
    label: 'Search',
    placeholder: 'Name, email, phone or cust_…',
    where: (q, context) => ofCustomers(searchedIn('customer', q, context)),
  }),
  amount({ label: 'Balance', column: 'balance' }),
]

/** A wallet is identified by its customer. */
export const { list: listWalletsForDashboard, export: exportWallets } = defineList({
  noun: 'wallets',
  key: 'customer_id',
  permission: 'wallets:read',
  item: ListedWallet,
  filters: WALLET_FILTERS,
  sums: { balance: 'balance' },
  currency: null,
  show: aboutWallets,
  /** The sum of their balances. */
  beside: { balance: Sum },
  check: ({ account }) => assertWalletsAvailable(account),
})

/** Adds to wallets their customer, and the used part of the monthly limit. */
async function aboutWallets(context: Context, rows: wallets[]) {
  const found = await context.tables.customers.findMany({
    where: { account_id: context.account.id, id: { in: rows.map((row) => row.customer_id) } },
    select: { id: true, name: true, email: true, contact: true },
  })
  const customers = new Map(found.map(({ id, ...customer }) => [id, customer]))
  const month = monthOf(context.now)
  return rows.map((row) => ({
    ...row,
    ...customers.get(row.customer_id),
    monthly_usage: usageIn(month, row),
  }))
}

function ofCustomers(matching: Condition[]): Condition[] {
  const { sql, values } = all(matching)
  return [
    {
      sql: `customer_id IN (SELECT id FROM customers WHERE customers.account_id = wallets.account_id AND ${sql})`,
      values,
    },
  ]
}

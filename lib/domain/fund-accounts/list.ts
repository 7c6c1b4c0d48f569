import { namesOf } from '#lib/domain/customers/find.ts'
import { FUND_ACCOUNT_FILTERS } from '#lib/domain/fund-accounts/filters.ts'
import { ListedFundAccount } from '#lib/domain/fund-accounts/schema.ts'
import { defineList } from '#lib/domain/list.ts'
import type { fund_accounts } from '#lib/generated/prisma/client.ts'

/** Of the account number, only the last four digits. */
export const { list: listFundAccountsForDashboard, export: exportFundAccounts } = defineList({
  noun: 'fund_accounts',
  permission: 'fund_accounts:read',
  item: ListedFundAccount,
  filters: FUND_ACCOUNT_FILTERS,
  currency: null,
  async show(context, rows: fund_accounts[]) {
    const names = await namesOf(context, rows)
    return rows.map((row) => ({ ...row, customer_name: names.get(row.customer_id) ?? null }))
  },
})

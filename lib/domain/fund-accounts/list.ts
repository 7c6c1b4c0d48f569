import { z } from 'zod'
import { namesOf } from '#lib/domain/customers/find.ts'
import { equals } from '#lib/domain/filters.ts'
import { ListedFundAccount } from '#lib/domain/fund-accounts/schema.ts'
import { defineList } from '#lib/domain/list.ts'
import type { fund_accounts } from '#lib/generated/prisma/client.ts'
import { Id } from '#lib/values/id.ts'

/** Of the account number, only the last four digits. */
export const { list: listFundAccountsForDashboard } = defineList({
  noun: 'fund_accounts',
  permission: 'payouts:read',
  item: ListedFundAccount,
  filters: {
    id: equals('id', Id('fund_account')),
    customer: equals('customer_id', Id('customer')),
    active: equals('active', z.boolean()),
  },
  currency: null,
  async show(context, rows: fund_accounts[]) {
    const names = await namesOf(context, rows)
    return rows.map((row) => ({ ...row, customer_name: names.get(row.customer_id) ?? null }))
  },
})

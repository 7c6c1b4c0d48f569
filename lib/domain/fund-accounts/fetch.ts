import { equal } from '#lib/domain/conditions.ts'
import { entityOf, findFundAccount } from '#lib/domain/fund-accounts/find.ts'
import { FetchAllFundAccounts, FetchFundAccount, FundAccount } from '#lib/domain/fund-accounts/schema.ts'
import { pageOf } from '#lib/domain/page.ts'
import { served } from '#lib/domain/wallets/rules.ts'
import type { fund_accounts } from '#lib/generated/prisma/client.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { Collection, collection } from '#lib/values/page.ts'

export const fetchFundAccount = defineOperation({
  name: 'fetch_fund_account',
  title: 'Fetch a fund account',
  summary: 'Returns one fund account.',
  permission: 'fund_accounts:read',
  http: 'GET /v1/fund_accounts/:id',
  scope: 'read_only',
  discontinued: true,
  input: FetchFundAccount,
  output: FundAccount,
  errors: ['product_discontinued'],
  async run(context, input) {
    served(context.account)
    return entityOf(context, await findFundAccount(context, input.id))
  },
})

export const fetchAllFundAccounts = defineOperation({
  name: 'fetch_all_fund_accounts',
  title: 'Fetch all fund accounts',
  summary: 'Lists fund accounts, newest first. Filter by customer.',
  permission: 'fund_accounts:read',
  http: 'GET /v1/fund_accounts',
  scope: 'read_only',
  discontinued: true,
  input: FetchAllFundAccounts,
  output: Collection(FundAccount),
  errors: ['product_discontinued'],
  async run(context, input) {
    served(context.account)
    const where = equal('customer_id', input.customer_id)
    const rows = await pageOf<fund_accounts>(context, 'fund_accounts', where, input)
    return collection(rows.map((row) => entityOf(context, row)))
  },
})

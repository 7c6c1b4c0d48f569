import { equal } from '#lib/domain/conditions.ts'
import { conditionsOfText } from '#lib/domain/filter-text.ts'
import { FUND_ACCOUNT_FILTERS } from '#lib/domain/fund-accounts/filters.ts'
import { findFundAccount, fundAccountEntity } from '#lib/domain/fund-accounts/find.ts'
import { FetchAllFundAccounts, FetchFundAccount, FundAccount } from '#lib/domain/fund-accounts/schema.ts'
import { pageOf } from '#lib/domain/page.ts'
import { assertWalletsAvailable } from '#lib/domain/wallets/rules.ts'
import { Collection, collection } from '#lib/filters/page.ts'
import type { fund_accounts } from '#lib/generated/prisma/client.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

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
    assertWalletsAvailable(context.account)
    return fundAccountEntity(context, await findFundAccount(context, input.id))
  },
})

const TEXT = { noun: 'fund account', filters: FUND_ACCOUNT_FILTERS }

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
    assertWalletsAvailable(context.account)
    const where = [
      ...equal('customer_id', input.customer_id),
      ...(await conditionsOfText(context, TEXT, input.query)),
    ]
    const rows = await pageOf<fund_accounts>(context, 'fund_accounts', where, input)
    return collection(rows.map((row) => fundAccountEntity(context, row)))
  },
})

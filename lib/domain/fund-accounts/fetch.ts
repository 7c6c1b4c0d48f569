import { z } from 'zod'
import { equal } from '#lib/database/conditions.ts'
import { conditionsOfText } from '#lib/domain/filter-text.ts'
import { FUND_ACCOUNT_FILTERS } from '#lib/domain/fund-accounts/filters.ts'
import { findFundAccount, fundAccountEntity } from '#lib/domain/fund-accounts/find.ts'
import {
  FetchAllFundAccounts,
  FetchFundAccount,
  FundAccount,
  UpdateFundAccount,
} from '#lib/domain/fund-accounts/schema.ts'
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

export const revealFundAccount = defineOperation({
  name: 'reveal_fund_account',
  title: 'Reveal the number of a fund account',
  summary: 'Returns the whole account number, and leaves a line that says who looked.',
  permission: 'fund_accounts:read',
  http: null,
  confidential: true,
  input: FetchFundAccount,
  output: z.object({ id: z.string(), account_number: z.string() }),
  async run(context, input) {
    assertWalletsAvailable(context.account)
    const row = await findFundAccount(context, input.id)
    context.note({ revealed: `ending ${row.number_last4}` })
    return { id: row.id, account_number: context.vault.open(row.number_encrypted) }
  },
})

export const updateFundAccount = defineOperation({
  name: 'update_fund_account',
  title: 'Activate or deactivate a fund account',
  summary: 'Activates or deactivates a fund account. Only active ones can receive payouts.',
  permission: 'fund_accounts:write',
  confirm: 'live',
  http: 'PATCH /v1/fund_accounts/:id',
  scope: 'wallet:write',
  tool: { destructive: true, idempotent: true, openWorld: false },
  discontinued: true,
  confidential: true,
  input: UpdateFundAccount,
  output: FundAccount,
  errors: ['product_discontinued'],
  async run(context, input) {
    assertWalletsAvailable(context.account)
    const before = await findFundAccount(context, input.id)
    context.noteChange({ active: before.active }, { active: input.active })
    const after = await context.tables.fund_accounts.update({
      where: { account_id_id: { account_id: context.account.id, id: input.id } },
      data: { active: input.active },
    })
    return fundAccountEntity(context, after)
  },
})

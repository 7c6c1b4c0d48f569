import { findFundAccount, fundAccountEntity } from '#lib/domain/fund-accounts/find.ts'
import { FundAccount, UpdateFundAccount } from '#lib/domain/fund-accounts/schema.ts'
import { assertWalletsAvailable } from '#lib/domain/wallets/rules.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

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

import { z } from 'zod'
import { findFundAccount } from '#lib/domain/fund-accounts/find.ts'
import { FetchFundAccount } from '#lib/domain/fund-accounts/schema.ts'
import { assertWalletsAvailable } from '#lib/domain/wallets/rules.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

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

import { z } from 'zod'
import { passwordOf } from '#lib/domain/mails/secrets.ts'
import { findOrder } from '#lib/domain/orders/find.ts'
import { newestCode, OfPayer } from '#lib/domain/wallets/code.ts'
import { standingOf } from '#lib/domain/wallets/code-rules.ts'
import { assertWalletsAvailable } from '#lib/domain/wallets/rules.ts'
import { WalletForPayer } from '#lib/domain/wallets/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

const NOTHING = { tries_left: null, test_password: null, balance: null }

export const getWalletDetailsForPayer = defineOperation({
  name: 'get_wallet_details_for_payer',
  title: 'Get the details of a wallet for its payer',
  summary:
    'Returns how far a payer has come with their wallet, and what it holds once they have proven that it is theirs.',
  permission: 'payments:create',
  http: null,
  effect: 'read',
  input: z.strictObject(OfPayer),
  output: WalletForPayer,
  async run(context, input) {
    assertWalletsAvailable(context.account)
    await findOrder(context, input.order_id)
    const code = await newestCode(context, input)
    if (code === null) return { step: 'ask', ended: null, ...NOTHING }
    const standing = standingOf(code, context.now)
    if (standing.step === 'over')
      return { step: 'ask', ended: standing.why === 'used' ? null : standing.why, ...NOTHING }
    if (standing.step === 'code') {
      const test_password = context.account.mode === 'test' ? passwordOf(context, code.id) : null
      return { ...NOTHING, step: 'code', ended: null, tries_left: standing.tries_left, test_password }
    }
    const wallet =
      code.customer_id === null
        ? null
        : await context.tables.wallets.findUnique({
            where: {
              account_id_customer_id: { account_id: context.account.id, customer_id: code.customer_id },
            },
          })
    return { ...NOTHING, step: 'open', ended: null, balance: wallet?.balance ?? null }
  },
})

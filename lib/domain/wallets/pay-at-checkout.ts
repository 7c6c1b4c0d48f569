import { z } from 'zod'
import { Payment } from '#lib/domain/payments/schema.ts'
import { newestCode, OfPayer } from '#lib/domain/wallets/code.ts'
import {
  earlierWalletPayment,
  payFromWallet,
  readPayer,
  recordFailedPayment,
  WALLET_PAYMENT_EVENTS,
} from '#lib/domain/wallets/pay.ts'
import { assertWalletsAvailable, standingOf } from '#lib/domain/wallets/rules.ts'
import { Rupees } from '#lib/domain/wallets/schema.ts'
import { isAppError, refused } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { Amount } from '#lib/values/money.ts'

/** The last step of a payment from a wallet on the checkout page, by the rules of the API. */
export const payFromOpenWallet = defineOperation({
  name: 'pay_from_open_wallet',
  title: 'Pay from an open wallet',
  summary: 'Pays an order from the wallet that the payer has proven to be theirs, once for each proof.',
  permission: 'payments:create',
  emits: WALLET_PAYMENT_EVENTS,
  http: null,
  effect: 'steps',
  input: z.strictObject({ ...OfPayer, amount: Amount, currency: Rupees }),
  output: Payment,
  async run(context, { browser, ...input }) {
    assertWalletsAvailable(context.account)
    const before = await earlierWalletPayment(context, input)
    if (before) return before
    const code = await newestCode(context, { ...input, browser })
    if (code === null || standingOf(code, context.now).step !== 'open')
      throw refused('otp_expired', 'The wallet session has ended. Request a new OTP.')
    if (code.customer_id === null)
      throw refused('insufficient_funds', 'There is no wallet for this phone number.')
    const customerId = code.customer_id
    const prepare = async (inner: Context) => {
      const found = await readPayer(inner, customerId, input.order_id)
      const { email, contact } = found.customer
      return [found, { ...input, email, contact, description: null, notes: {} }] as const
    }
    try {
      return await context.transaction(async (inner) => {
        const [found, request] = await prepare(inner)
        return payFromWallet(inner, found, request, () => use(inner, code.id))
      })
    } catch (thrown) {
      if (!isAppError(thrown) || thrown.reason !== 'insufficient_funds') throw thrown
      // The first transaction is rolled back; the attempt is recorded in a separate one.
      return context.transaction(async (inner) => recordFailedPayment(inner, ...(await prepare(inner))))
    }
  },
})

/** In the transaction that moves the money: one proof, one payment. A failed payment leaves the wallet open. */
async function use(context: Context, id: string): Promise<void> {
  const { count } = await context.tables.wallet_codes.updateMany({
    where: { account_id: context.account.id, id, used_at: null },
    data: { used_at: context.now },
  })
  if (count === 0) throw refused('otp_expired', 'This OTP was already used for a payment. Request a new one.')
}

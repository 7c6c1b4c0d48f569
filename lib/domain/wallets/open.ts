import { lockWallet, type WalletRow } from '#lib/domain/wallets/move.ts'
import { assertWalletAllowed } from '#lib/domain/wallets/rules.ts'
import { NeedsLocks } from '#lib/pipeline/another-transaction.ts'
import type { Context } from '#lib/pipeline/operation.ts'

/**
 * The wallet of a customer, locked in a transaction; the first transfer to it creates it.
 * @param customer with the wallet as it was read
 * @throws invalid_mobile_number if there is none yet and the customer's number cannot have one
 */
export async function openWallet(
  context: Context,
  customer: { id: string; contact: string | null; wallet: WalletRow | null },
): Promise<WalletRow> {
  const wallet = await lockWallet(context, customer.id, customer.wallet)
  if (wallet) return wallet
  assertWalletAllowed(customer)
  if (!context.locked) throw new NeedsLocks()
  await context.tables.wallets.createMany({
    data: [{ account_id: context.account.id, customer_id: customer.id, created_at: context.now }],
    skipDuplicates: true,
  })
  const made = await lockWallet(context, customer.id)
  if (!made) throw new Error(`The wallet of ${customer.id} is missing.`)
  return made
}

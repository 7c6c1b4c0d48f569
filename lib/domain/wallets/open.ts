import { mayHoldWallet } from '#lib/domain/wallets/rules.ts'
import type { Context } from '#lib/pipeline/operation.ts'

/**
 * The wallet of a customer, made by the first transfer to it.
 * @throws invalid_mobile_number when there is none yet and the customer's number cannot hold one
 */
export async function openWallet(
  context: Context,
  customer: { id: string; contact: string | null },
): Promise<void> {
  const found = await context.tables.wallets.findUnique({
    where: { account_id_customer_id: { account_id: context.account.id, customer_id: customer.id } },
    select: { customer_id: true },
  })
  if (found) return
  mayHoldWallet(customer)
  await context.tables.wallets.createMany({
    data: [{ account_id: context.account.id, customer_id: customer.id, created_at: context.now }],
    skipDuplicates: true,
  })
}

import type { Context } from '#lib/pipeline/operation.ts'

/** What has arrived elsewhere can no longer come back to the wallet, which need not keep room for it any more. */
export async function arrived(context: Context, customerId: string, amount: number): Promise<void> {
  await context.tables.wallets.update({
    where: { account_id_customer_id: { account_id: context.account.id, customer_id: customerId } },
    data: { returning_amount: { decrement: amount } },
  })
}

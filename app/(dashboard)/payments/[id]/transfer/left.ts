import { paymentOf } from '#app/(dashboard)/payments/[id]/record.ts'
import { listTransfersForDashboard } from '#lib/domain/transfers/list.ts'
import { read } from '#lib/surfaces/page.ts'

/**
 * The amount of a payment that can still be transferred: its amount less its refunds and its transfers net of
 * reversals.
 */
export async function leftToTransfer(id: string): Promise<number> {
  const payment = await paymentOf(id)
  if (!payment.captured) return 0
  let left = payment.amount - payment.amount_refunded
  for (let after: string | undefined, more = true; more; ) {
    const status: ('created' | 'processed')[] = ['created', 'processed']
    const { items, has_older } = await read(listTransfersForDashboard, {
      source: id,
      status,
      count: 100,
      after,
    })
    left -= items.reduce((sum, { amount, amount_reversed }) => sum + amount - amount_reversed, 0)
    after = items.at(-1)?.id
    more = has_older
  }
  return Math.max(0, left)
}

import { z } from 'zod'
import type { Context } from '#lib/pipeline/operation.ts'
import { Id } from '#lib/values/id.ts'

/**
 * Identifies the payer who proves ownership of a wallet: the order, and the digest of a secret that only their browser
 * has.
 */
export const OfPayer = {
  order_id: Id('order'),
  browser: z.string().regex(/^[0-9a-f]{64}$/, 'browser must be a SHA-256 in hexadecimal.'),
}

/** The latest one-time password that this browser requested for this order, or null. */
export function newestCode(context: Context, { order_id, browser }: { order_id: string; browser: string }) {
  return context.tables.wallet_codes.findFirst({
    where: { account_id: context.account.id, order_id, browser: Buffer.from(browser, 'hex') },
    orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
  })
}

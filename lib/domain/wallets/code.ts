import { z } from 'zod'
import type { Context } from '#lib/pipeline/operation.ts'
import { Id } from '#lib/values/id.ts'

/** What names the payer who proves a wallet: the order, and the digest of what only their browser has. */
export const OfPayer = {
  order_id: Id('order'),
  browser: z.string().regex(/^[0-9a-f]{64}$/, 'browser must be a SHA-256 in hexadecimal.'),
}

/**
 * The one-time password of an id: six digits that only the holder of the master key can work out. Nothing of it is
 * kept, so nothing that is read in the tables opens a wallet.
 */
export function passwordOf({ vault }: Pick<Context, 'vault'>, id: string): string {
  const digest = Buffer.from(vault.digest(`wallet code ${id}`))
  return String(digest.readBigUInt64BE() % 1_000_000n).padStart(6, '0')
}

/** The newest password that this browser asked for on this order, or null. */
export function newestCode(context: Context, { order_id, browser }: { order_id: string; browser: string }) {
  return context.tables.wallet_codes.findFirst({
    where: { account_id: context.account.id, order_id, browser: Buffer.from(browser, 'hex') },
    orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
  })
}

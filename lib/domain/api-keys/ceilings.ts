import { familyOf } from '#lib/domain/api-keys/find.ts'
import { withinCeilings } from '#lib/domain/api-keys/rules.ts'
import type { Context } from '#lib/pipeline/operation.ts'
import { DAY } from '#lib/values/time.ts'

type Ceilings = { refund_limit: number | null; refund_day_limit: number | null }

/**
 * Holds a refund to the ceilings of the key that makes it, within the transaction of the refund. The key, with what it
 * replaced and was replaced by, stays locked until that ends, so that refunds made at once are added up one after the
 * other; keys without a ceiling lock nothing. The payment is locked before, never after.
 * @throws key_refund_limit, key_refund_day_limit
 */
export async function holdToCeilings(
  context: Context,
  ceilings: Ceilings,
  amount: number,
  paymentId: string,
): Promise<void> {
  const { actor, account } = context
  if (ceilings.refund_limit === null && ceilings.refund_day_limit === null) return
  const family = await familyOf(context, actor.id)
  await context.rows(
    'SELECT 1 FROM api_keys WHERE account_id = $1 AND id = ANY($2::text[]) ORDER BY id FOR UPDATE',
    [account.id, family],
  )
  const spent = ceilings.refund_day_limit === null ? 0 : await refundedBy(context, family)
  withinCeilings(ceilings, amount, spent, paymentId)
}

/** The refunds of some keys in the last 24 hours; failed refunds do not count. */
export async function refundedBy(context: Context, keys: string[]): Promise<number> {
  const [sum] = await context.rows<{ sum: number | bigint }>(
    `SELECT coalesce(sum(amount), 0)::bigint AS sum FROM refunds
     WHERE account_id = $1 AND key_id = ANY($2::text[]) AND created_at > $3 AND status <> 'failed'`,
    [context.account.id, keys, context.now - DAY],
  )
  return Number(sum?.sum ?? 0)
}

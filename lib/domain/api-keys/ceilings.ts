import { familyOf } from '#lib/domain/api-keys/find.ts'
import { assertWithinLimits } from '#lib/domain/api-keys/rules.ts'
import type { Context } from '#lib/pipeline/operation.ts'
import { DAY } from '#lib/values/time.ts'

type Ceilings = { refund_limit: number | null; refund_day_limit: number | null }

/**
 * Checks a refund against the limits of the key that makes it, within the transaction of the refund. The key stays
 * locked until the transaction ends, together with the keys that it replaced or was replaced by, so that concurrent
 * refunds are added up one after the other. Keys without a limit lock nothing. The payment is always locked before the
 * key.
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
  assertWithinLimits(ceilings, amount, spent, { id: paymentId, currency: account.currency })
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

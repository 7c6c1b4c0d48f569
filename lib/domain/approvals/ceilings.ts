import { assertWithinKeyLimits, type KeyLimits } from '#lib/domain/approvals/rules.ts'
import type { Context } from '#lib/pipeline/operation.ts'
import { DAY } from '#lib/values/time.ts'

/**
 * Checks a refund against the limits of the key that makes it, within the transaction of the refund. The key stays
 * locked until the transaction ends, together with the keys that it replaced or was replaced by, so that concurrent
 * refunds are added up one after the other. Keys without a limit lock nothing. The payment is always locked before the
 * key.
 * @throws key_refund_limit, key_refund_day_limit
 */
export async function holdToCeilings(
  context: Context,
  ceilings: KeyLimits,
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
  assertWithinKeyLimits(ceilings, amount, spent, { id: paymentId, currency: account.currency })
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

/** A key with all its predecessors and successors, however often it was rotated. */
export async function familyOf(context: Context, id: string): Promise<string[]> {
  const rows = await context.rows<{ id: string }>(
    `WITH RECURSIVE family (id, replaced_by) AS (
       SELECT id, replaced_by FROM api_keys WHERE account_id = $1 AND id = $2
       UNION
       SELECT other.id, other.replaced_by FROM family
       JOIN api_keys other ON other.account_id = $1 AND (other.id = family.replaced_by OR other.replaced_by = family.id)
     )
     SELECT id FROM family ORDER BY id`,
    [context.account.id, id],
  )
  return rows.map((row) => row.id)
}

import type { Context } from '#lib/pipeline/operation.ts'

/**
 * Records of the account by their IDs, locked in the order of these until the transaction ends. As JSON, in which BIGINT is
 * a number.
 */
export async function lockRows<Row extends { id: string }>(
  { account, rows }: Context,
  table: 'orders' | 'payments',
  ids: string[],
): Promise<Map<string, Row>> {
  if (ids.length === 0) return new Map()
  const found = await rows<{ row: Row }>(
    table === 'orders'
      ? `SELECT to_jsonb(found) AS row FROM (SELECT * FROM orders WHERE account_id = $1 AND id = ANY($2::text[])
           ORDER BY id FOR UPDATE) found`
      : `SELECT to_jsonb(found) AS row FROM (SELECT * FROM payments WHERE account_id = $1 AND id = ANY($2::text[])
           ORDER BY id FOR UPDATE) found`,
    [account.id, [...new Set(ids)]],
  )
  return new Map(found.map(({ row }) => [row.id, row]))
}

/** The records here of what this server created at a gateway, by the IDs that those have there. */
export async function ownRecords(
  { account, rows }: Context,
  table: 'payments' | 'refunds',
  acquirerId: string,
  ids: string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const found = await rows<{ there: string; here: string }>(
    table === 'payments'
      ? `SELECT wanted.id AS there, payment.id AS here FROM unnest($2::text[]) AS wanted (id)
         JOIN payments payment ON payment.account_id = $1 AND payment.acquirer_id = $3
           AND payment.acquirer_data @> jsonb_build_object('gateway_id', wanted.id)`
      : `SELECT wanted.id AS there, refund.id AS here FROM unnest($2::text[]) AS wanted (id)
         JOIN refunds refund ON refund.account_id = $1 AND refund.acquirer_data @> jsonb_build_object('gateway_id', wanted.id)
         JOIN payments payment ON payment.account_id = $1 AND payment.id = refund.payment_id AND payment.acquirer_id = $3`,
    [account.id, [...new Set(ids)], acquirerId],
  )
  return new Map(found.map(({ there, here }) => [there, here]))
}

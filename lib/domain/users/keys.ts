import type { Context } from '#lib/pipeline/operation.ts'

/** An active key that a person created. */
export type StoredKey = { account_id: string; id: string; name: string; mode: string; merchant_id: string }

/**
 * The keys that a person created in the accounts of some merchants, locked, and revoked if requested. The creator of a
 * key has seen its secret.
 * @param merchants undefined for every merchant
 */
export async function keysMadeBy(
  context: Context,
  email: string,
  merchants: string[] | undefined,
  revoke: boolean,
): Promise<StoredKey[]> {
  const { rows, now, actor } = context
  const keys = await rows<StoredKey>(
    `SELECT key.account_id, key.id, key.name, account.mode, account.merchant_id
     FROM api_keys key JOIN accounts account ON account.id = key.account_id
     WHERE key.created_by = $1 AND key.revoked_at IS NULL AND (key.expires_at IS NULL OR key.expires_at > $2)
       AND ($3::text[] IS NULL OR account.merchant_id = ANY($3))
     ORDER BY key.account_id, key.id FOR UPDATE OF key`,
    [`user:${email}`, now, merchants ?? null],
  )
  if (!revoke || keys.length === 0) return keys
  await rows('UPDATE api_keys SET revoked_at = $2, revoked_by = $3 WHERE id = ANY($1::text[])', [
    keys.map(({ id }) => id),
    now,
    `${actor.kind}:${actor.name}`,
  ])
  for (const { id } of keys) context.forgetKey(id)
  return keys
}

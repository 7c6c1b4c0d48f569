import type { KeyOfPersonGone } from '#lib/domain/api-keys/schema.ts'
import type { Context } from '#lib/pipeline/operation.ts'

/** The active keys whose creator lost access. An owner decides about each of them. */
export function keysOfPeopleGone({ account, now, rows }: Context): Promise<KeyOfPersonGone[]> {
  return rows<KeyOfPersonGone>(
    `SELECT key.id, key.name, person.email,
            CASE WHEN person.disabled_at IS NULL THEN 'removed' ELSE 'disabled' END AS state
     FROM api_keys key JOIN users person ON key.created_by = 'user:' || person.email
     WHERE key.account_id = $1 AND key.revoked_at IS NULL AND (key.expires_at IS NULL OR key.expires_at > $2)
       AND (person.disabled_at IS NOT NULL OR NOT EXISTS (
         SELECT 1 FROM memberships WHERE user_id = person.id AND merchant_id = $3))
     ORDER BY key.created_at DESC, key.id DESC LIMIT 100`,
    [account.id, now, account.merchant_id],
  )
}

import type { KeyOfPersonGone } from '#lib/domain/api-keys/schema.ts'
import { recordNotFound } from '#lib/domain/record.ts'
import { refused } from '#lib/pipeline/errors.ts'
import type { Context } from '#lib/pipeline/operation.ts'

/** A key of the account, with its secret as stored. @throws record_not_found */
export async function findKey(context: Context, id: string) {
  const row = await context.tables.api_keys.findUnique({
    where: { account_id_id: { account_id: context.account.id, id } },
  })
  if (!row) throw unknownKey(id)
  return row
}

/**
 * A key of the account, locked until the transaction ends, so that changes of one key run in turn. @throws
 * record_not_found
 */
export async function lockKey(context: Context, id: string) {
  const locked = await context.rows('SELECT 1 FROM api_keys WHERE account_id = $1 AND id = $2 FOR UPDATE', [
    context.account.id,
    id,
  ])
  if (locked.length === 0) throw unknownKey(id)
  return findKey(context, id)
}

/**
 * Checks that the person who will see a new secret was not disabled or removed meanwhile. Disabling a person locks the
 * same rows, so the two run in turn.
 * @throws permission_denied
 */
export async function assertStillStaff({ account, actor, rows }: Context): Promise<void> {
  if (actor.kind !== 'user') return
  await rows('SELECT 1 FROM users WHERE id = $1 FOR SHARE', [actor.id])
  const [person] = await rows<{ gone: boolean }>(
    `SELECT person.disabled_at IS NOT NULL OR NOT EXISTS (
       SELECT 1 FROM memberships WHERE user_id = person.id AND merchant_id = $2) AS gone
     FROM users person WHERE person.id = $1`,
    [actor.id, account.merchant_id],
  )
  if (person?.gone) throw refused('permission_denied', 'You no longer have access to this merchant.')
}

function unknownKey(id: string) {
  return recordNotFound('API key', id)
}

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

import type { Columns } from '#lib/database/query.ts'
import type { Closure, Obstacle } from '#lib/domain/closures/schema.ts'
import { HAS_PERMISSIONS } from '#lib/domain/roles/find.ts'
import type { accounts, closures } from '#lib/generated/prisma/client.ts'
import { refused } from '#lib/pipeline/errors.ts'
import type { Context, Plain } from '#lib/pipeline/operation.ts'
import { PREFIXES } from '#lib/values/id.ts'
import { builtInRolesWith, type Permission } from '#lib/values/permissions.ts'
import { DAY } from '#lib/values/time.ts'

export type ClosureRow = Plain<closures> & { status: Closure['status'] }

/** How long the bank may still respond to an attempt to pay, in seconds. */
const LATE_REPLY = 3 * DAY

/** The accounts of the merchant, both modes, locked in a transaction before anything else. */
export async function lockAccounts({ rows, account }: Context) {
  await rows('SELECT 1 FROM merchants WHERE id = $1 FOR UPDATE', [account.merchant_id])
  return rows<Columns<accounts, 'id' | 'mode' | 'closed_at' | 'erasing_at'>>(
    'SELECT id, mode, closed_at, erasing_at FROM accounts WHERE merchant_id = $1 ORDER BY id FOR UPDATE',
    [account.merchant_id],
  )
}

/** The deletion of the merchant by its ID. @throws record_not_found */
export async function findClosure({ rows, account }: Context, id: string): Promise<ClosureRow> {
  const [row] = await rows<ClosureRow>('SELECT * FROM closures WHERE merchant_id = $1 AND id = $2', [
    account.merchant_id,
    id,
  ])
  if (!row) throw refused('record_not_found', 'There is no such deletion request.', { field: 'id' })
  return row
}

/**
 * The money of live mode that a deletion would lose: in the balance, in wallets, or on its way. A payment whose bank call
 * is under way, or whose bank may still respond, counts as well.
 */
export async function findObstacles({ rows, account, now }: Context): Promise<Obstacle[]> {
  const found = await rows<Obstacle>(
    `WITH live AS (SELECT id, currency FROM accounts WHERE merchant_id = $1 AND mode = 'live')
     SELECT 'balance' AS kind, count(*) AS count, COALESCE(sum(balance), 0) AS amount
       FROM ledger_balances WHERE account_id = (SELECT id FROM live) AND account = 'merchant_balance' AND balance > 0
     UNION ALL SELECT 'payments_in_progress', count(*), COALESCE(sum(amount), 0) FROM payments
       WHERE account_id = (SELECT id FROM live) AND (status = 'created' OR operation IS NOT NULL
         OR (status = 'failed' AND error_reason = 'payment_timed_out' AND created_at > $2))
     UNION ALL SELECT 'payments_authorized', count(*), COALESCE(sum(amount), 0) FROM payments
       WHERE account_id = (SELECT id FROM live) AND status = 'authorized' AND operation IS NULL
     UNION ALL SELECT 'refunds_pending', count(*), COALESCE(sum(amount), 0) FROM refunds
       WHERE account_id = (SELECT id FROM live) AND status = 'pending'
     UNION ALL SELECT 'payouts_processing', count(*), COALESCE(sum(amount), 0) FROM payouts
       WHERE account_id = (SELECT id FROM live) AND status = 'processing'
     UNION ALL SELECT 'settlements_created', count(*), COALESCE(sum(amount), 0) FROM settlements
       WHERE account_id = (SELECT id FROM live) AND status = 'created'
     UNION ALL SELECT 'transfers_on_hold', count(*), COALESCE(sum(amount - amount_reversed), 0) FROM transfers
       WHERE account_id = (SELECT id FROM live) AND status = 'created'
     UNION ALL SELECT 'wallets', count(*), COALESCE(sum(balance), 0) FROM wallets
       WHERE account_id = (SELECT id FROM live) AND balance > 0
     UNION ALL SELECT 'batches_running', count(*), COALESCE(sum(total), 0) FROM batches
       WHERE account_id = (SELECT id FROM live) AND status IN ('running', 'paused')`,
    [account.merchant_id, now - LATE_REPLY],
  )
  const { currency } = account
  return found
    .filter(({ count }) => Number(count) > 0)
    .map(({ kind, count, amount }) => ({ kind, count: Number(count), amount: Number(amount), currency }))
}

/** Whether the person who requested a deletion still has the permission to. The operator, at the command line, always has. */
export async function mayRequest(
  { rows, account }: Context,
  closure: Pick<ClosureRow, 'requested_by_id'>,
): Promise<boolean> {
  if (!closure.requested_by_id.startsWith(`${PREFIXES.user}_`)) return true
  const needed: Permission[] = ['account:write']
  const found = await rows(
    `SELECT 1 FROM memberships membership
     JOIN users person ON person.id = membership.user_id AND person.disabled_at IS NULL
     WHERE membership.merchant_id = $1 AND ${HAS_PERMISSIONS} AND membership.user_id = $4`,
    [account.merchant_id, builtInRolesWith(needed), needed, closure.requested_by_id],
  )
  return found.length > 0
}

/** The owners of the merchant who can sign in. */
export function ownersOf({ rows, account }: Context): Promise<{ id: string; email: string; name: string }[]> {
  return rows(
    `SELECT person.id, person.email, person.name FROM memberships membership
     JOIN users person ON person.id = membership.user_id AND person.disabled_at IS NULL
     WHERE membership.merchant_id = $1 AND membership.role = 'owner' ORDER BY person.id`,
    [account.merchant_id],
  )
}

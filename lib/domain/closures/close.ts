import type { Columns } from '#lib/database/query.ts'
import type { ClosureRow, lockAccounts } from '#lib/domain/closures/find.ts'
import { tellOwners } from '#lib/domain/closures/tell-owners.ts'
import { endGrants } from '#lib/domain/connected-apps/end-grant.ts'
import type { api_keys, oauth_grants } from '#lib/generated/prisma/client.ts'
import type { Context } from '#lib/pipeline/operation.ts'

/**
 * Ends all access to a merchant: from here on no key, person, app or link finds its accounts. API keys, connected apps,
 * webhooks, pending approvals, invitations, and the sessions of people without another merchant, end for good. Rows are
 * deleted later, once nothing that had begun can write any more.
 * @param closure with the owner who confirmed it, if one did
 * @param accounts as `lockAccounts` returned them
 */
export async function close(
  context: Context,
  closure: ClosureRow,
  accounts: Awaited<ReturnType<typeof lockAccounts>>,
): Promise<ClosureRow> {
  const { rows, now, account, actor } = context
  const by = `${actor.kind}:${actor.name}`
  const ids = accounts.map(({ id }) => id)
  // Before the people lose access: the emails are about their own merchant.
  await tellOwners(context, closure.id, {
    subject: `${account.merchant_name} is deleted`,
    paragraphs: [
      `${account.merchant_name} was closed at Counterfoil: API keys, connected apps, webhooks and sign-ins have ended, and its data is deleted now.`,
      'Accounting entries of live mode are kept for 8 years without personal data, as the law requires.',
    ],
  })
  await rows('UPDATE accounts SET closed_at = $2 WHERE id = ANY($1::text[])', [ids, now])
  const keys = await rows<Columns<api_keys, 'id'>>(
    `UPDATE api_keys SET revoked_at = $2, revoked_by = $3
     WHERE account_id = ANY($1::text[]) AND revoked_at IS NULL RETURNING id`,
    [ids, now, by],
  )
  for (const { id } of keys) context.forgetKey(id)
  const grants = await rows<Columns<oauth_grants, 'id'>>(
    'SELECT id FROM oauth_grants WHERE account_id = ANY($1::text[]) AND revoked_at IS NULL',
    [ids],
  )
  await endGrants(rows, { ids: grants.map(({ id }) => id) }, 'closed', now, actor.name)
  await endWaiting(context, ids, by)
  const sessions = await rows(
    `UPDATE sessions SET ended_at = $2 WHERE ended_at IS NULL AND user_id IN (
       SELECT user_id FROM memberships own WHERE own.merchant_id = $1 AND NOT EXISTS (
         SELECT FROM memberships other WHERE other.user_id = own.user_id AND other.merchant_id <> $1))
     RETURNING id`,
    [account.merchant_id, now],
  )
  context.note({ keys: keys.length, apps: grants.length, sessions: sessions.length })
  const { decided_by, decided_by_id } = closure
  const decided = { decided_by, decided_by_id, decided_at: closure.decided_at ?? now }
  const set = { status: 'closed' as const, closed_at: now, ...decided }
  await context.tables.closures.update({
    where: { merchant_id_id: { merchant_id: account.merchant_id, id: closure.id } },
    data: set,
  })
  return { ...closure, ...set }
}

async function endWaiting({ rows, now, account }: Context, ids: string[], by: string): Promise<void> {
  await rows(
    `UPDATE approvals SET status = 'withdrawn', decision_reason = 'The business was deleted.', decided_by = $3, decided_at = $2
     WHERE account_id = ANY($1::text[]) AND status = 'waiting'`,
    [ids, now, by],
  )
  await rows(
    `UPDATE webhook_endpoints SET active = false, deleted_at = $2, updated_at = $2
     WHERE account_id = ANY($1::text[]) AND deleted_at IS NULL`,
    [ids, now],
  )
  await rows(
    `UPDATE webhook_deliveries SET state = 'dropped', due_at = NULL, last_error = 'The business was deleted.'
     WHERE account_id = ANY($1::text[]) AND state = 'pending'`,
    [ids],
  )
  await rows(
    `UPDATE invitations SET withdrawn_at = $2, withdrawn_by = $3
     WHERE merchant_id = $1 AND accepted_at IS NULL AND withdrawn_at IS NULL`,
    [account.merchant_id, now, by],
  )
}

/** Stops a deletion because of money, and opens the accounts again where access had ended already. */
export async function stop(context: Context, closure: ClosureRow, reason: string): Promise<ClosureRow> {
  const { rows, now, account } = context
  await rows('UPDATE accounts SET closed_at = NULL WHERE merchant_id = $1', [account.merchant_id])
  const set = { status: 'stopped' as const, stop_reason: reason, finished_at: now }
  await context.tables.closures.update({
    where: { merchant_id_id: { merchant_id: account.merchant_id, id: closure.id } },
    data: set,
  })
  const reopened =
    closure.closed_at === null
      ? 'Nothing has changed.'
      : 'You can sign in again. API keys, connected apps and webhooks have ended: create new ones to go on.'
  await tellOwners(context, closure.id, {
    subject: `${account.merchant_name} was not deleted`,
    paragraphs: [`The deletion of ${account.merchant_name} was stopped. ${reason}`, reopened],
    link: { label: 'View data and deletion', path: '/settings/data' },
  })
  return { ...closure, ...set }
}

import { connectionsOfApp } from '#lib/domain/approvals/same-app.ts'
import { sameRequests } from '#lib/domain/approvals/schema.ts'
import type { Context } from '#lib/pipeline/operation.ts'

type Request = { operation: string; object_id: string; amount: number; currency: string; changes?: unknown }

/**
 * The condition on `approvals` that finds a pending one for the same movement: same requester, record, amount and kind
 * of change, whatever the idempotency key. An app is the same over all of its connections for one person, a key by its
 * creator.
 * @param person the expression for the person behind a key
 * @param from the number of its first parameter; $1 is the account and $3 the present
 */
export function sameParts({ actor }: Context, request: Request, person: string, from: number) {
  const [object, operations, amount, currency, kind, id, changes] = [0, 1, 2, 3, 4, 5, 6].map(
    (at) => `$${from + at}`,
  )
  return {
    sql: `account_id = $1 AND object_id = ${object} AND status = 'waiting' AND expires_at > $3
      AND operation = ANY(${operations}::text[]) AND amount = ${amount} AND currency = ${currency} AND actor_kind = ${kind}
      AND CASE actor_kind WHEN 'key' THEN user_id IS NOT DISTINCT FROM ${person}::text
                          WHEN 'client' THEN actor_id IN (${connectionsOfApp(id)})
                          ELSE actor_id = ${id} END
      AND changes IS NOT DISTINCT FROM ${changes}::jsonb`,
    values: [
      request.object_id,
      sameRequests(request.operation),
      request.amount,
      request.currency,
      actor.kind,
      actor.id,
      request.changes === undefined ? null : JSON.stringify(request.changes),
    ],
  }
}

/** The pending approval of the same request. @param userId the person behind it */
export async function waitingSame(context: Context, request: Request & { user_id: string | null }) {
  const same = sameParts(context, request, '$2', 4)
  const [found] = await context.rows<{ id: string; expires_at: number | bigint }>(
    `SELECT id, expires_at FROM approvals WHERE ${same.sql} ORDER BY created_at, id LIMIT 1`,
    [context.account.id, request.user_id, context.now, ...same.values],
  )
  return found ? { id: found.id, expires_at: Number(found.expires_at) } : null
}

/** Serializes equal requests until the transaction ends, so that the second finds the approval of the first. */
export async function oneRequestAtATime(
  context: Context,
  request: { object_id: string; user_id: string | null },
): Promise<void> {
  const { actor } = context
  const requester =
    actor.kind === 'key' || actor.kind === 'client' ? `${actor.kind} of ${request.user_id}` : actor.id
  await lockNames(context, [`request ${requester} ${request.object_id}`])
}

/**
 * Locks names of an account until the transaction ends, in one statement and in one order, so that two transactions
 * cannot deadlock. Rows are used because not every PostgreSQL-compatible engine has advisory locks.
 */
export async function lockNames(
  { account, now, rows }: Pick<Context, 'account' | 'now' | 'rows'>,
  names: string[],
): Promise<void> {
  await rows(
    `INSERT INTO approval_locks (account_id, id, created_at)
     SELECT $1, name, $3::bigint FROM (SELECT DISTINCT name FROM unnest($2::text[]) name) names ORDER BY name
     ON CONFLICT (account_id, id) DO UPDATE SET created_at = EXCLUDED.created_at`,
    [account.id, names, now],
  )
}

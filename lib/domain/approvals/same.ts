import { lockNames } from '#lib/domain/approvals/lock.ts'
import { sameRequests } from '#lib/domain/approvals/schema.ts'
import type { Context } from '#lib/pipeline/operation.ts'

type Request = { operation: string; object_id: string; amount: number; currency: string; changes?: unknown }

/**
 * The condition on `approvals` under which one waits already for the same: the same requester, record, amount and kind
 * of change, whatever idempotency key asked for it. An app is its grant, keys are the person who made them.
 * @param person the expression for the person behind a key
 * @param from the number of its first parameter; $1 is the account and $3 the present
 */
export function sameParts({ actor }: Context, asked: Request, person: string, from: number) {
  const [object, operations, amount, currency, kind, id, changes] = [0, 1, 2, 3, 4, 5, 6].map(
    (at) => `$${from + at}`,
  )
  return {
    sql: `account_id = $1 AND object_id = ${object} AND status = 'waiting' AND expires_at > $3
      AND operation = ANY(${operations}::text[]) AND amount = ${amount} AND currency = ${currency} AND actor_kind = ${kind}
      AND CASE WHEN actor_kind = 'key' THEN user_id IS NOT DISTINCT FROM ${person}::text ELSE actor_id = ${id} END
      AND changes IS NOT DISTINCT FROM ${changes}::jsonb`,
    values: [
      asked.object_id,
      sameRequests(asked.operation),
      asked.amount,
      asked.currency,
      actor.kind,
      actor.id,
      asked.changes === undefined ? null : JSON.stringify(asked.changes),
    ],
  }
}

/** The approval that waits for the same request. @param userId the person behind it */
export async function waitingSame(context: Context, asked: Request & { user_id: string | null }) {
  const same = sameParts(context, asked, '$2', 4)
  const [found] = await context.rows<{ id: string; expires_at: number | bigint }>(
    `SELECT id, expires_at FROM approvals WHERE ${same.sql} ORDER BY created_at, id LIMIT 1`,
    [context.account.id, asked.user_id, context.now, ...same.values],
  )
  return found ? { id: found.id, expires_at: Number(found.expires_at) } : null
}

/** Has equal requests follow each other, so that the second finds the approval of the first. Held by the transaction. */
export async function oneAtATime(
  context: Context,
  asked: { object_id: string; user_id: string | null },
): Promise<void> {
  const { actor } = context
  const requester = actor.kind === 'key' ? `key ${asked.user_id}` : actor.id
  await lockNames(context, [`request ${requester} ${asked.object_id}`])
}

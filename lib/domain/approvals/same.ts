import type { AboutToMove } from '#lib/domain/approvals/hold.ts'
import { sameRequests } from '#lib/domain/approvals/schema.ts'
import type { Context } from '#lib/operation.ts'

export type Waiting = { id: string; cause: string; expires_at: number }

/**
 * The approval that waits already for the same requester, record, amount and kind of change, whatever idempotency key
 * asked for it. A program is its grant; a person is themselves.
 */
export async function waitingSame(
  { account, actor, now, rows }: Context,
  asked: Omit<AboutToMove, 'input'>,
): Promise<Waiting | null> {
  const [found] = await rows<{ id: string; cause: string; expires_at: number | bigint }>(
    `SELECT id, cause, expires_at FROM approvals
     WHERE account_id = $1 AND object_id = $2 AND status = 'waiting' AND expires_at > $3
       AND operation = ANY($4::text[]) AND amount = $5 AND currency = $6 AND actor_kind = $7 AND actor_id = $8
     ORDER BY created_at, id LIMIT 1`,
    [
      account.id,
      asked.object_id,
      now,
      sameRequests(asked.operation),
      asked.amount,
      asked.currency,
      actor.kind,
      actor.id,
    ],
  )
  return found ? { ...found, expires_at: Number(found.expires_at) } : null
}

/** Has equal requests follow each other, so that the second finds the approval of the first. Held by the transaction. */
export async function oneAtATime({ account, actor, rows }: Context, object_id: string): Promise<void> {
  await rows('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))::text', [
    `approval ${account.id} ${actor.id} ${object_id}`,
  ])
}

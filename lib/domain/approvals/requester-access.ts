import type { approvals } from '#lib/generated/prisma/client.ts'
import type { Context } from '#lib/pipeline/operation.ts'

/** The requester, joined to `approval`; `account` is the requester's. The same conditions as requesterActor (lib/auth/requester.ts). */
const REQUESTER = `
  JOIN accounts account ON account.id = approval.account_id
  LEFT JOIN users person ON person.id = approval.user_id
  LEFT JOIN memberships membership ON membership.merchant_id = account.merchant_id AND membership.user_id = approval.user_id
  LEFT JOIN api_keys k ON approval.actor_kind = 'key' AND k.account_id = approval.account_id AND k.id = approval.actor_id
  LEFT JOIN oauth_grants g ON approval.actor_kind = 'client' AND g.account_id = approval.account_id AND g.id = approval.actor_id`

/** Why the requester can no longer act, as a code; null while they can. @param now the query parameter with the time */
const whyGone = (now: string) => `CASE
  WHEN approval.actor_kind = 'key' THEN CASE
    WHEN k.id IS NULL OR k.revoked_at IS NOT NULL THEN 'revoked'
    WHEN k.expires_at <= ${now} THEN 'key expired' END
  WHEN person.id IS NULL OR person.disabled_at IS NOT NULL THEN 'disabled'
  WHEN membership.user_id IS NULL THEN 'left'
  WHEN approval.actor_kind <> 'client' THEN NULL
  WHEN EXISTS (SELECT 1 FROM oauth_blocks block
               WHERE block.merchant_id = account.merchant_id AND block.client_id = g.client_id) THEN 'blocked'
  WHEN g.id IS NULL OR g.revoked_at IS NOT NULL OR membership.created_at > g.created_at THEN 'disconnected'
  WHEN g.expires_at <= ${now} THEN 'expired' END`

const SENTENCES: Record<string, string> = {
  disabled: 'The requester, or the user of the app, was disabled',
  left: 'The requester, or the user of the app, no longer belongs to this merchant',
  revoked: 'The requesting API key was revoked',
  'key expired': 'The requesting API key has expired',
  blocked: 'The requesting app was blocked',
  disconnected: 'The requesting app was disconnected',
  expired: "The requesting app's access has expired",
}

/** The reasons why requesters have lost access, in a sentence, by the IDs of their approvals. */
export async function requestersGone(
  { account, now, rows }: Context,
  approvals: approvals[],
): Promise<ReadonlyMap<string, string>> {
  const waiting = approvals.filter(({ status }) => status === 'waiting').map(({ id }) => id)
  if (waiting.length === 0) return new Map()
  const found = await rows<{ id: string; why: string | null }>(
    `SELECT approval.id, ${whyGone('$3')} AS why FROM approvals approval ${REQUESTER}
     WHERE approval.account_id = $1 AND approval.id = ANY($2::text[])`,
    [account.id, waiting, now],
  )
  return new Map(
    found.flatMap(({ id, why }) =>
      why === null ? [] : [[id, `${SENTENCES[why]}, so this can't run. Reject it, or let it expire.`]],
    ),
  )
}

/**
 * Counts the pending approvals whose requester still has access.
 * @param which a condition on `approval` with $3 and $4
 */
export async function countOfActing(
  { account, now, rows }: Context,
  which: string,
  ...values: [string, string[]]
): Promise<number> {
  const [row] = await rows<{ count: number }>(
    `SELECT count(*)::int AS count FROM approvals approval ${REQUESTER}
     WHERE approval.account_id = $1 AND approval.status = 'waiting' AND approval.expires_at > $2
       AND ${which} AND (${whyGone('$2')}) IS NULL`,
    [account.id, now, ...values],
  )
  return row?.count ?? 0
}

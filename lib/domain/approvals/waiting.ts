import { z } from 'zod'
import { listedApprovals } from '#lib/domain/approvals/list.ts'
import { countOfActing } from '#lib/domain/approvals/requester-access.ts'
import { isAbleTo } from '#lib/domain/approvals/rules.ts'
import { APPROVABLE, ListedApproval } from '#lib/domain/approvals/schema.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'

export const countWaitingApprovals = defineOperation({
  name: 'count_waiting_approvals',
  title: 'Count pending approvals',
  summary: 'Returns how many approvals the user can decide, or how many of their own requests are pending.',
  permission: 'approvals:ask',
  http: null,
  effect: 'read',
  input: z.strictObject({}),
  output: z.object({ waiting: z.int(), mine_to_decide: z.boolean() }),
  run: countWaiting,
})

/** How many approvals the actor can decide, except those whose requester has lost access. */
export async function countWaiting(context: Context) {
  const { actor } = context
  const decides = actor.permissions.has('approvals:write')
  // The same conditions as mayDecide and isAbleTo in rules.ts, as SQL.
  const which = decides
    ? `NOT (approval.actor_kind = 'user' AND approval.actor_id = $3)
         AND NOT (approval.actor_kind <> 'user' AND approval.user_id IS NOT DISTINCT FROM $3
                  AND approval.cause NOT IN ('limit_per_call', 'limit_per_day'))
         AND approval.operation = ANY($4::text[])`
    : 'approval.user_id = $3 AND $4::text[] IS NOT NULL'
  const able = Object.keys(APPROVABLE).filter((name) => isAbleTo(name, actor.permissions))
  return { waiting: await countOfActing(context, which, actor.id, able), mine_to_decide: decides }
}

export const fetchWaitingApprovals = defineOperation({
  name: 'fetch_waiting_approvals',
  title: 'Fetch pending approvals of a record',
  summary: 'The pending approvals that concern a payment, transfer, customer or order, newest first.',
  permission: 'payments:read',
  http: null,
  effect: 'read',
  input: z.strictObject({ object: z.string().max(40) }),
  output: z.object({ items: z.array(ListedApproval) }),
  async run(context, input) {
    const found = await context.tables.approvals.findMany({
      where: {
        account_id: context.account.id,
        object_id: input.object,
        status: 'waiting',
        expires_at: { gt: context.now },
      },
      orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
      take: 10,
    })
    return { items: await listedApprovals(context, found) }
  },
})

import { findApproval, isRequestedBy, lockApproval, standing } from '#lib/domain/approvals/find.ts'
import { assertAbleTo, assertDecidable, assertWaiting } from '#lib/domain/approvals/rules.ts'
import {
  Approval,
  ApprovalWithMessage,
  FetchApproval,
  RejectApproval,
  whatBecameOf,
} from '#lib/domain/approvals/schema.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'

/** How long the job waits, in seconds, before it checks that the approver's request ran the operation. */
const GRACE = 10

export const approveApproval = defineOperation({
  name: 'approve_approval',
  title: 'Approve a request',
  summary: 'Approves a request. It then runs once, on behalf of the requester.',
  permission: 'approvals:write',
  confirm: 'live',
  confirmEachTime: true,
  http: null,
  input: FetchApproval,
  output: Approval,
  async run(context, input) {
    const row = await lockApproval(context, input.id)
    const { actor, now } = context
    assertPerson(context)
    assertDecidable(row, actor.id, now)
    assertAbleTo(row.operation, actor.permissions)
    await decide(context, row.id, 'approved', null)
    context.note({ ...aboutRow(row) })
    context.enqueue('run-approval', { account_id: context.account.id, approval_id: row.id }, { after: GRACE })
    return standing(context, await findApproval(context, row.id))
  },
})

export const rejectApproval = defineOperation({
  name: 'reject_approval',
  title: 'Reject a request',
  summary: 'Rejects a request, with a reason.',
  permission: 'approvals:write',
  http: null,
  input: RejectApproval,
  output: Approval,
  async run(context, input) {
    const row = await lockApproval(context, input.id)
    assertPerson(context)
    assertDecidable(row, context.actor.id, context.now)
    await decide(context, row.id, 'rejected', input.reason)
    context.note({ ...aboutRow(row), reason: input.reason })
    return standing(context, await findApproval(context, row.id))
  },
})

/** Also a tool, without an HTTP route: an app can withdraw its own requests, as people do on the page. */
export const cancelApproval = defineOperation({
  name: 'cancel_approval',
  title: 'Withdraw a request',
  summary: 'Withdraws a request for approval, so that it can no longer be approved.',
  permission: 'approvals:ask',
  http: null,
  scope: 'any',
  tool: { destructive: false, idempotent: true, openWorld: false },
  input: FetchApproval,
  output: ApprovalWithMessage,
  async run(context, input) {
    const row = await lockApproval(context, input.id)
    if (!(await isRequestedBy(context, row)))
      throw refused('permission_denied', 'Only the requester can withdraw a request. Reject it instead.')
    assertWaiting(row, context.now)
    await decide(context, row.id, 'withdrawn', null)
    context.note({ ...aboutRow(row) })
    const approval = standing(context, await findApproval(context, row.id))
    return { ...approval, message: whatBecameOf(approval) }
  },
})

/** Keys and apps cannot decide, whatever their permissions. */
function assertPerson({ actor }: Context): void {
  if (actor.kind !== 'user')
    throw refused('permission_denied', 'Only a user of the dashboard can approve or reject requests.')
}

async function decide(
  context: Context,
  id: string,
  status: 'approved' | 'rejected' | 'withdrawn',
  decision_reason: string | null,
): Promise<void> {
  const { account, actor, now } = context
  await context.tables.approvals.update({
    where: { account_id_id: { account_id: account.id, id }, status: 'waiting' },
    data: { status, decision_reason, decided_by: actor.name, decided_by_id: actor.id, decided_at: now },
  })
  context.noteChange({ status: 'waiting' }, { status })
}

function aboutRow(row: { operation: string; object_id: string | null; amount: bigint; currency: string }) {
  const { operation, object_id, amount, currency } = row
  return { operation, object_id, amount: Number(amount), currency }
}

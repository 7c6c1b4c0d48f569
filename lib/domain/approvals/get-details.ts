import { z } from 'zod'
import { findApproval, standing } from '#lib/domain/approvals/find.ts'
import { listedApprovals } from '#lib/domain/approvals/list.ts'
import { numberOrNull, thresholdOf } from '#lib/domain/approvals/requester.ts'
import { assertAbleTo, assertDecidable } from '#lib/domain/approvals/rules.ts'
import { flowOf } from '#lib/domain/approvals/schema/policy.ts'
import {
  ApprovalDetails,
  ApprovalWithMessage,
  FetchApproval,
  whatBecameOf,
} from '#lib/domain/approvals/schema.ts'
import { TimelineEntry } from '#lib/domain/audit/schema.ts'
import { loggedRequests } from '#lib/domain/requests/logged.ts'
import { grantedRole, ROLE_COLUMNS, ROLE_JOIN, type RoleRow } from '#lib/domain/roles/find.ts'
import { entryOf, type TimelineAuditLine, timelineOf } from '#lib/domain/timeline.ts'
import type { approvals } from '#lib/generated/prisma/client.ts'
import { isAppError } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { permissionText } from '#lib/values/permissions.ts'

export const getApprovalDetails = defineOperation({
  name: 'get_approval_details',
  title: 'Get the details of an approval',
  summary:
    'Returns one approval for its page: with who asked, what it touches, and whether the reader may decide it.',
  permission: 'approvals:ask',
  http: null,
  effect: 'read',
  input: FetchApproval,
  output: ApprovalDetails,
  async run(context, input) {
    const row = await findApproval(context, input.id)
    const [found] = await listedApprovals(context, [row])
    const waiting = await context.tables.approvals.count({
      where: {
        account_id: context.account.id,
        object_id: row.object_id,
        id: { not: row.id },
        status: 'waiting',
        expires_at: { gt: context.now },
      },
    })
    return {
      ...found,
      request_kept: (await loggedRequests(context, [row.request_id])).has(row.request_id),
      ...(await touched(context, row)),
      ...(await exceeded(context, row)),
      decision_error: decisionErrorOf(context, row),
      others_waiting: waiting,
    }
  },
})

export const fetchApprovalTimeline = defineOperation({
  name: 'fetch_approval_timeline',
  title: 'Fetch the timeline of an approval',
  summary: 'Lists what happened to an approval, newest first, with who did it.',
  permission: 'approvals:ask',
  http: null,
  effect: 'read',
  input: FetchApproval,
  output: z.object({ items: z.array(TimelineEntry) }),
  async run(context, input) {
    const { id } = await findApproval(context, input.id)
    return {
      items: await timelineOf(
        context,
        {
          events: { object_id: id },
          objects: [id],
          quiet: [
            'ask_for_approval',
            'approve_approval',
            'reject_approval',
            'cancel_approval',
            'expire_approval',
            'finish_approval',
            'add_comment',
            'delete_comment',
          ],
        },
        (lines) => lines.map(endedAs),
      ),
    }
  },
})

/** Success and failure are recorded by the same operation: the timeline tells them apart. */
function endedAs(line: TimelineAuditLine) {
  const failed = line.action === 'finish_approval' && 'error' in (line.details as object)
  return { ...entryOf(line), ...(failed ? { what: 'fail_approval' } : {}) }
}

/** The threshold or limit that a pending request is above, as it applies now, and the role that has it. */
async function exceeded(
  context: Context,
  row: approvals,
): Promise<{ threshold: number | null; role: string | null }> {
  const { account, tables, rows } = context
  if (row.status !== 'waiting') return { threshold: null, role: null }
  if (row.cause === 'limit_per_call' || row.cause === 'limit_per_day') {
    const grant = await tables.oauth_grants.findUnique({
      where: { account_id_id: { account_id: account.id, id: row.grant_id ?? '' } },
    })
    return { threshold: numberOrNull(grant?.[row.cause]), role: null }
  }
  const flow = flowOf(row.operation)
  const id = row.actor_kind === 'key' ? row.actor_id : row.user_id
  const above = row.cause.endsWith('_threshold') || row.cause.endsWith('_total')
  if (flow === null || id === null || !above) return { threshold: null, role: null }
  const threshold = await thresholdOf(context, flow, { key: row.actor_kind === 'key', id })
  if (row.cause !== 'role_threshold' && row.cause !== 'person_total') return { threshold, role: null }
  const [person] = await rows<RoleRow>(
    `SELECT ${ROLE_COLUMNS} FROM memberships membership ${ROLE_JOIN}
     WHERE membership.merchant_id = $1 AND membership.user_id = $2`,
    [account.merchant_id, row.user_id],
  )
  return { threshold, role: (person && grantedRole(person)?.name) ?? null }
}

/** Why the reader cannot decide this request, in a sentence; null if they can. */
function decisionErrorOf({ actor, now }: Context, row: approvals): string | null {
  try {
    assertDecidable(row, actor.id, now)
    if (!actor.permissions.has('approvals:write'))
      return `You don't have permission to ${permissionText('approvals:write')}. Ask an owner, admin or finance.`
    assertAbleTo(row.operation, actor.permissions)
    return null
  } catch (thrown) {
    if (isAppError(thrown)) return thrown.message
    throw thrown
  }
}

/** The related records, as far as they exist. */
async function touched(context: Context, row: approvals) {
  const account_id = context.account.id
  const { payments, transfers, orders, customers } = context.tables
  const own = (prefix: string) => (row.object_id?.startsWith(prefix) ? row.object_id : '')
  const payment = await payments.findFirst({ where: { account_id, id: own('pay_') } })
  const transfer = await transfers.findFirst({ where: { account_id, id: own('trf_') } })
  const order = await orders.findFirst({
    where: { account_id, id: payment?.order_id ?? own('order_') },
  })
  const input = row.input as { customer_id?: string; transfers?: { customer: string }[] }
  const customer = await customers.findFirst({
    where: {
      account_id,
      id:
        input.transfers?.[0]?.customer ??
        input.customer_id ??
        transfer?.recipient ??
        payment?.customer_id ??
        own('cust_'),
    },
  })
  return { payment, transfer, order, customer }
}

/** Also a tool, without an HTTP route: an app checks with it whether its request was approved. */
export const fetchApproval = defineOperation({
  name: 'fetch_approval',
  title: 'Fetch an approval',
  summary: 'Returns the decision on a request for approval, and the result once it was approved.',
  permission: 'approvals:ask',
  http: null,
  scope: 'any',
  effect: 'read',
  input: FetchApproval,
  output: ApprovalWithMessage,
  async run(context, input) {
    const approval = standing(context, await findApproval(context, input.id))
    return { ...approval, message: whatBecameOf(approval) }
  },
})

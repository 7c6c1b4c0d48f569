import { z } from 'zod'
import { anyOf, type Condition, equal } from '#lib/database/conditions.ts'
import { visibleTo } from '#lib/domain/approvals/find.ts'
import { requestersGone } from '#lib/domain/approvals/requester-access.ts'
import { approvalStatusOf, isAbleTo, mayDecide } from '#lib/domain/approvals/rules.ts'
import {
  ALL_APPROVALS,
  APPROVAL_CAUSES,
  APPROVAL_STATUSES,
  type ApprovalStatus,
  CAUSE_LABELS,
  ListedApproval,
  LOOSER,
} from '#lib/domain/approvals/schema.ts'
import {
  amount,
  chosen,
  equals,
  oneOf,
  period,
  several,
  startsWith,
  text,
  unwritten,
} from '#lib/domain/filters.ts'
import { defineList } from '#lib/domain/list.ts'
import { approvalSums } from '#lib/domain/totals.ts'
import type { approvals } from '#lib/generated/prisma/client.ts'
import type { Context } from '#lib/pipeline/operation.ts'

/** The kinds of requests that the list filters by: several operations are one action to people. */
export const REQUEST_KINDS: Readonly<Record<string, { label: string; operations: readonly string[] }>> = {
  refund: { label: 'Refund', operations: ['refund_payment', 'create_refund', 'refund_payment_if_unchanged'] },
  capture: { label: 'Capture', operations: ['capture_payment'] },
  transfer: {
    label: 'Transfer',
    operations: ['transfer_payment', 'create_transfer', 'update_transfer', 'reverse_transfer'],
  },
  payout: { label: 'Payout', operations: ['create_payout'] },
  wallet_payment: { label: 'Wallet payment', operations: ['create_wallet_payment'] },
  limit: { label: 'Limit change', operations: LOOSER },
}

const Operations = z
  .enum(Object.keys(REQUEST_KINDS), 'Unknown action.')
  .transform((kind) => [...(REQUEST_KINDS[kind]?.operations ?? [])])

export const APPROVAL_FILTERS = [
  several('status', APPROVAL_STATUSES, { label: 'Status', as: 'tab', where: statusIs }),
  chosen('operation', z.array(z.string().max(40)), {
    param: 'action',
    label: 'Action',
    words: Object.fromEntries(Object.entries(REQUEST_KINDS).map(([kind, { label }]) => [kind, label])),
    read: Operations,
    where: oneOf('operation'),
  }),
  several('cause', APPROVAL_CAUSES, {
    label: 'Reason',
    as: 'choice',
    words: CAUSE_LABELS,
    where: oneOf('cause'),
  }),
  period(),
  amount(),
  /** The beginning of the app's name or the person's email. */
  text('requester', 80, {
    label: 'Requested by',
    placeholder: 'app or email',
    where: startsWith('actor_name'),
  }),
  text('object', 40, { label: 'Record', placeholder: 'pay_…', where: equals('object_id') }),
  unwritten('kind', z.enum(['client', 'user', 'key']), equals('actor_kind')),
]

/** All approvals for readers with the permission, else one's own and those of one's apps. */
export const { list: listApprovalsForDashboard, export: exportApprovals } = defineList({
  noun: 'approvals',
  permission: 'approvals:ask',
  item: ListedApproval,
  filters: APPROVAL_FILTERS,
  tab: ['status'],
  tabs: (context) =>
    Object.fromEntries(APPROVAL_STATUSES.map((status) => [status, statusIs([status], context)])),
  sums: ({ now }) => approvalSums(now),
  scope: visibleTo,
  show: listedApprovals,
  /** Whether the list contains everyone's requests. */
  beside: { all: z.boolean() },
  about: ({ actor }) => ({ all: actor.permissions.has(ALL_APPROVALS) }),
})

/** Rows as the list shows them, with one query for the people behind all of them. */
export async function listedApprovals(context: Context, rows: approvals[]) {
  const people = await context.tables.users.findMany({
    where: { id: { in: [...new Set(rows.flatMap(({ user_id }) => user_id ?? []))] } },
    select: { id: true, email: true },
  })
  const emails = new Map(people.map(({ id, email }) => [id, email]))
  const gone = await requestersGone(context, rows)
  const { actor, now } = context
  return rows.map((row) => ({
    ...row,
    status: approvalStatusOf(row, now),
    user_email: emails.get(row.user_id ?? '') ?? '',
    own: row.user_id === actor.id,
    requester_gone: gone.get(row.id) ?? null,
    mine_to_decide:
      approvalStatusOf(row, now) === 'waiting' &&
      !gone.has(row.id) &&
      actor.kind === 'user' &&
      actor.permissions.has('approvals:write') &&
      mayDecide(row, actor.id) &&
      isAbleTo(row.operation, actor.permissions),
  }))
}

/** An undecided approval past its expiry counts as expired, whether or not the job has recorded that yet. */
function statusIs(wanted: ApprovalStatus[], { now }: Context): Condition[] {
  return anyOf(
    wanted.flatMap((status): Condition[] => {
      if (status === 'waiting') return [{ sql: "(status = 'waiting' AND expires_at > ?)", values: [now] }]
      if (status === 'expired')
        return [{ sql: "(status = 'expired' OR (status = 'waiting' AND expires_at <= ?))", values: [now] }]
      return equal('status', status)
    }),
  )
}

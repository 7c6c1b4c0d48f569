import { z } from 'zod'
import { askersGone, countOfActing } from '#lib/domain/approvals/asker.ts'
import { visibleTo } from '#lib/domain/approvals/find.ts'
import { isAbleTo, mayDecide, standingOf } from '#lib/domain/approvals/rules.ts'
import {
  APPROVAL_STATUSES,
  ApprovalStatus,
  Cause,
  HELD,
  ListedApproval,
} from '#lib/domain/approvals/schema.ts'
import { approvalSums } from '#lib/domain/approvals/totals.ts'
import {
  among,
  anyOf,
  bound,
  browsePage,
  type Condition,
  equal,
  type List,
  PAGE,
  PAGED,
  prefix,
} from '#lib/domain/browse.ts'
import type { approvals } from '#lib/generated/prisma/client.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'

const text = (most: number) => z.string().trim().max(most).optional()

/** What the list of approvals can be narrowed by. */
export const ApprovalFilters = z.strictObject({
  status: z.array(ApprovalStatus).optional(),
  cause: z.array(Cause).optional(),
  operation: z.array(z.string().max(40)).optional(),
  /** The beginning of the name of the program, or of the e-mail of the person. */
  asker: text(80),
  kind: z.enum(['client', 'user', 'key']).optional(),
  /** What it touches. */
  object: text(40),
  from: z.int().optional(),
  to: z.int().optional(),
  min: z.int().min(0).optional(),
  max: z.int().min(0).optional(),
})
export type ApprovalFilters = z.output<typeof ApprovalFilters>

export const browseApprovals = defineOperation({
  name: 'browse_approvals',
  title: 'Browse approvals',
  summary: 'One page of approvals: all of them with permission, otherwise your own and those of your apps.',
  permission: 'approvals:ask',
  http: null,
  effect: 'read',
  input: ApprovalFilters.extend(PAGE),
  output: z.object({
    items: z.array(ListedApproval),
    ...PAGED,
    /** Whether these are those of everybody. */
    all: z.boolean(),
  }),
  async run(context, { status, ...filters }) {
    const { now } = context
    const filtered = {
      scope: visibleTo(context),
      others: conditionsOf(filters, now),
      tab: statusIs(status, now),
    }
    const { rows, paged } = await browsePage<approvals>(context, listAt(now), filtered, filters)
    return {
      items: await listed(context, rows),
      ...paged,
      all: context.actor.permissions.has('approvals:read'),
    }
  },
})

function listAt(now: number): List {
  return {
    table: 'approvals',
    sums: approvalSums(now),
    tabs: Object.fromEntries(APPROVAL_STATUSES.map((status) => [status, statusIs([status], now)])),
  }
}

export const countWaitingApprovals = defineOperation({
  name: 'count_waiting_approvals',
  title: 'Count what waits for me',
  summary: 'Returns how many approvals the user can decide, or how many of their own requests wait.',
  permission: 'approvals:ask',
  http: null,
  effect: 'read',
  input: z.strictObject({}),
  output: z.object({ waiting: z.int(), mine_to_decide: z.boolean() }),
  run: countWaiting,
})

/** How many approvals wait for whoever asks; those whose asker can act no more wait for nothing. */
export async function countWaiting(context: Context) {
  const { actor } = context
  const decides = actor.permissions.has('approvals:write')
  // The same conditions as mayDecide and isAbleTo in rules.ts, in the words of the database.
  const which = decides
    ? `NOT (approval.actor_kind = 'user' AND approval.actor_id = $3)
         AND NOT (approval.actor_kind <> 'user' AND approval.user_id IS NOT DISTINCT FROM $3
                  AND approval.cause NOT IN ('limit_per_call', 'limit_per_day'))
         AND approval.operation = ANY($4::text[])`
    : 'approval.user_id = $3 AND $4::text[] IS NOT NULL'
  const able = Object.keys(HELD).filter((name) => isAbleTo(name, actor.permissions))
  return { waiting: await countOfActing(context, which, actor.id, able), mine_to_decide: decides }
}

export const fetchWaitingApprovals = defineOperation({
  name: 'fetch_waiting_approvals',
  title: 'Fetch what waits for a person here',
  summary: 'The approvals that wait and touch one payment, transfer, customer or order, newest first.',
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
    return { items: await listed(context, found) }
  },
})

/** Rows as the list shows them, with one query for the people behind all of them. */
export async function listed(context: Context, rows: approvals[]) {
  const people = await context.tables.users.findMany({
    where: { id: { in: [...new Set(rows.flatMap(({ user_id }) => user_id ?? []))] } },
    select: { id: true, email: true },
  })
  const emails = new Map(people.map(({ id, email }) => [id, email]))
  const gone = await askersGone(context, rows)
  const { actor, now } = context
  return rows.map((row) => ({
    ...row,
    status: standingOf(row, now),
    user_email: emails.get(row.user_id ?? '') ?? '',
    own: row.user_id === actor.id,
    asker_gone: gone.get(row.id) ?? null,
    mine_to_decide:
      standingOf(row, now) === 'waiting' &&
      !gone.has(row.id) &&
      actor.kind === 'user' &&
      actor.permissions.has('approvals:write') &&
      mayDecide(row, actor.id) &&
      isAbleTo(row.operation, actor.permissions),
  }))
}

function conditionsOf(input: ApprovalFilters, now: number): Condition[] {
  return [
    ...statusIs(input.status, now),
    ...among('cause', input.cause),
    ...among('operation', input.operation),
    ...prefix('actor_name', input.asker),
    ...equal('actor_kind', input.kind),
    ...equal('object_id', input.object),
    ...bound('created_at', '>=', input.from),
    ...bound('created_at', '<=', input.to),
    ...bound('amount', '>=', input.min),
    ...bound('amount', '<=', input.max),
  ]
}

/** What nobody decided in time has expired, whether or not the job has written that down yet. */
function statusIs(wanted: ApprovalStatus[] | undefined, now: number): Condition[] {
  return anyOf(
    (wanted ?? []).flatMap((status): Condition[] => {
      if (status === 'waiting') return [{ sql: "(status = 'waiting' AND expires_at > ?)", values: [now] }]
      if (status === 'expired')
        return [{ sql: "(status = 'expired' OR (status = 'waiting' AND expires_at <= ?))", values: [now] }]
      return equal('status', status)
    }),
  )
}

import { z } from 'zod'
import { among, bound, browse, type Condition, countNewer, equal } from '#lib/domain/browse.ts'
import { ListedRefund, RefundSpeed, RefundStatus } from '#lib/domain/refunds/schema.ts'
import type { refunds } from '#lib/generated/prisma/client.ts'
import { type Context, defineOperation } from '#lib/operation.ts'
import { overdueBefore } from '#lib/values/working-days.ts'

/** What the list of refunds and its export can be narrowed by. */
export const RefundFilters = z.strictObject({
  status: z.array(RefundStatus).optional(),
  speed: RefundSpeed.optional(),
  /** Still pending after the working days that a refund may take. */
  overdue: z.boolean().optional(),
  from: z.int().optional(),
  to: z.int().optional(),
  min: z.int().min(0).optional(),
  max: z.int().min(0).optional(),
  payment: z.string().trim().max(40).optional(),
  /** A reference that the bank gave: RRN, ARN or UTR. */
  reference: z.string().trim().max(40).optional(),
  initiator: z.enum(['key', 'user', 'system', 'client']).optional(),
})
export type RefundFilters = z.output<typeof RefundFilters>

export const BrowseRefunds = RefundFilters.extend({
  count: z.int().min(1).max(100).default(25),
  after: z.string().optional(),
  before: z.string().optional(),
})

export const browseRefunds = defineOperation({
  name: 'browse_refunds',
  title: 'Browse refunds',
  summary: 'One page of refunds for the dashboard, with the exact count and sum of what the filter finds.',
  permission: 'refunds:read',
  http: null,
  effect: 'read',
  input: BrowseRefunds,
  output: z.object({
    items: z.array(ListedRefund),
    total: z.int(),
    sum: z.int(),
    currency: z.string(),
    has_newer: z.boolean(),
    has_older: z.boolean(),
    /** How many of what the filter finds stand above the first of the page. */
    above: z.int(),
  }),
  async run(context, input) {
    const conditions = conditionsOf(context, input)
    const found = await browse<refunds>(context, 'refunds', conditions, input)
    const first = found.hasNewer ? found.rows[0] : undefined
    return {
      items: found.rows,
      total: found.total,
      sum: found.sum,
      currency: context.account.currency,
      has_newer: found.hasNewer,
      has_older: found.hasOlder,
      above: first ? await countNewer(context, 'refunds', conditions, first.id, Number.MAX_SAFE_INTEGER) : 0,
    }
  },
})

/** The filters as conditions of the query. */
export function conditionsOf(context: Context, input: RefundFilters): Condition[] {
  return [
    ...among('status', input.status),
    ...equal('speed_requested', input.speed),
    ...(input.overdue
      ? [...equal('status', 'pending'), ...bound('created_at', '<=', overdueBefore(context.now))]
      : []),
    ...bound('created_at', '>=', input.from),
    ...bound('created_at', '<=', input.to),
    ...bound('amount', '>=', input.min),
    ...bound('amount', '<=', input.max),
    ...equal('payment_id', input.payment),
    ...bankReference(input.reference),
    ...(input.initiator === undefined
      ? []
      : [{ sql: 'created_by LIKE ?', values: [`${input.initiator}:%`] }]),
  ]
}

function bankReference(reference: string | undefined): Condition[] {
  if (!reference) return []
  const forms = ['rrn', 'arn', 'utr'].map((name) => JSON.stringify({ [name]: reference }))
  return [{ sql: 'acquirer_data @> ANY(?::jsonb[])', values: [forms] }]
}

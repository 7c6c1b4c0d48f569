import { z } from 'zod'
import {
  among,
  bound,
  browsePage,
  type Condition,
  equal,
  type List,
  PAGE,
  PAGED,
} from '#lib/domain/browse.ts'
import { ListedRefund, REFUND_STATUSES, RefundSpeed, RefundStatus } from '#lib/domain/refunds/schema.ts'
import { REFUND_SUMS } from '#lib/domain/refunds/totals.ts'
import type { refunds } from '#lib/generated/prisma/client.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
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

export const BrowseRefunds = RefundFilters.extend(PAGE)

export const browseRefunds = defineOperation({
  name: 'browse_refunds',
  title: 'Browse refunds',
  summary:
    'One page of refunds for the dashboard, with the exact count of what the filter finds, how much of it is processed and pending, and the count of each status.',
  permission: 'refunds:read',
  http: null,
  effect: 'read',
  input: BrowseRefunds,
  output: z.object({
    items: z.array(ListedRefund),
    ...PAGED,
  }),
  async run(context, { status, overdue, ...filters }) {
    const filtered = {
      others: conditionsOf(context, filters),
      tab: conditionsOf(context, { status, overdue }),
    }
    const list: List = { ...LIST, tabs: { ...BY_STATUS, overdue: conditionsOf(context, { overdue: true }) } }
    const { rows, paged } = await browsePage<refunds>(context, list, filtered, filters)
    return { items: rows, ...paged }
  },
})

const LIST = { table: 'refunds', sums: REFUND_SUMS }
const BY_STATUS = Object.fromEntries(REFUND_STATUSES.map((status) => [status, equal('status', status)]))

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

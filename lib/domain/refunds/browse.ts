import { z } from 'zod'
import { among, bound, browse, equal } from '#lib/domain/browse.ts'
import { Refund, RefundSpeed, RefundStatus } from '#lib/domain/refunds/schema.ts'
import type { refunds } from '#lib/generated/prisma/client.ts'
import { defineOperation } from '#lib/operation.ts'
import { StoredInteger } from '#lib/values/money.ts'
import { DAY } from '#lib/values/time.ts'

/** How long a refund may take before it counts as overdue: seven working days, and the weekend among them. */
export const OVERDUE_AFTER = 9 * DAY

/** The filters of the refunds page. */
export const BrowseRefunds = z.strictObject({
  status: z.array(RefundStatus).optional(),
  speed: RefundSpeed.optional(),
  overdue: z.boolean().optional(),
  from: z.int().optional(),
  to: z.int().optional(),
  min: z.int().min(0).optional(),
  max: z.int().min(0).optional(),
  payment: z.string().trim().max(40).optional(),
  initiator: z.enum(['key', 'user', 'system', 'client']).optional(),
  count: z.int().min(1).max(100).default(25),
  after: z.string().optional(),
  before: z.string().optional(),
})
export type BrowseRefunds = z.output<typeof BrowseRefunds>

/** A refund in the list, with who asked for it and why it failed. */
export const ListedRefund = Refund.extend({
  created_by: z.string().nullable(),
  failure_reason: z.string().nullable(),
  automatic: z.boolean(),
  finished_at: StoredInteger.nullable(),
})
export type ListedRefund = z.output<typeof ListedRefund>

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
  }),
  async run(context, input) {
    const conditions = [
      ...among('status', input.status),
      ...equal('speed_requested', input.speed),
      ...(input.overdue ? [...equal('status', 'pending'), ...bound('created_at', '<=', context.now - OVERDUE_AFTER)] : []),
      ...bound('created_at', '>=', input.from),
      ...bound('created_at', '<=', input.to),
      ...bound('amount', '>=', input.min),
      ...bound('amount', '<=', input.max),
      ...equal('payment_id', input.payment),
      ...(input.initiator === undefined ? [] : [{ sql: 'created_by LIKE ?', values: [`${input.initiator}:%`] }]),
    ]
    const found = await browse<refunds>(context, 'refunds', conditions, input)
    return {
      items: found.rows,
      total: found.total,
      sum: found.sum,
      currency: context.account.currency,
      has_newer: found.hasNewer,
      has_older: found.hasOlder,
    }
  },
})

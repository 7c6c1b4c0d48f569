import { z } from 'zod'
import { among, bound, browse, type Condition, note, prefix } from '#lib/domain/browse.ts'
import { Order, OrderStatus } from '#lib/domain/orders/schema.ts'
import type { orders } from '#lib/generated/prisma/client.ts'
import { defineOperation } from '#lib/operation.ts'

const text = (most: number) => z.string().trim().max(most).optional()

/** The filters of the orders page. */
export const BrowseOrders = z.strictObject({
  status: z.array(OrderStatus).optional(),
  from: z.int().optional(),
  to: z.int().optional(),
  min: z.int().min(0).optional(),
  max: z.int().min(0).optional(),
  /** The beginning of a receipt. */
  receipt: text(40),
  failed: z.boolean().optional(),
  note_key: text(256),
  note_value: text(256),
  count: z.int().min(1).max(100).default(25),
  after: z.string().optional(),
  before: z.string().optional(),
})
export type BrowseOrders = z.output<typeof BrowseOrders>

/** An order in the list, with who last tried to pay it. */
export const ListedOrder = Order.out.extend({ email: z.string().nullable(), contact: z.string().nullable(), authorized: z.boolean() })
export type ListedOrder = z.output<typeof ListedOrder>

export const browseOrders = defineOperation({
  name: 'browse_orders',
  title: 'Browse orders',
  summary: 'One page of orders for the dashboard, with the exact count and sum of what the filter finds.',
  permission: 'orders:read',
  http: null,
  effect: 'read',
  input: BrowseOrders,
  output: z.object({
    items: z.array(ListedOrder),
    total: z.int(),
    sum: z.int(),
    currency: z.string(),
    has_newer: z.boolean(),
    has_older: z.boolean(),
  }),
  async run(context, input) {
    const found = await browse<orders>(context, 'orders', conditionsOf(input), input)
    const payers = await context.tables.payments.findMany({
      where: { account_id: context.account.id, order_id: { in: found.rows.map((row) => row.id) } },
      orderBy: [{ created_at: 'asc' }, { id: 'asc' }],
      select: { order_id: true, email: true, contact: true },
    })
    // The latest payment of an order is the last to be set.
    const byOrder = new Map(payers.map((payer) => [payer.order_id, payer]))
    return {
      items: found.rows.map((row) => ({
        ...row,
        amount_due: Number(row.amount) - Number(row.amount_paid),
        email: byOrder.get(row.id)?.email ?? null,
        contact: byOrder.get(row.id)?.contact ?? null,
      })),
      total: found.total,
      sum: found.sum,
      currency: context.account.currency,
      has_newer: found.hasNewer,
      has_older: found.hasOlder,
    }
  },
})

function conditionsOf(input: BrowseOrders): Condition[] {
  return [
    ...among('status', input.status),
    ...bound('created_at', '>=', input.from),
    ...bound('created_at', '<=', input.to),
    ...bound('amount', '>=', input.min),
    ...bound('amount', '<=', input.max),
    ...prefix('receipt', input.receipt),
    ...failedAttempt(input.failed),
    ...note(input.note_key, input.note_value),
  ]
}

function failedAttempt(failed: boolean | undefined): Condition[] {
  if (!failed) return []
  return [
    {
      sql: `EXISTS (SELECT FROM payments WHERE payments.account_id = orders.account_id AND payments.order_id = orders.id
              AND payments.status = 'failed')`,
      values: [],
    },
  ]
}

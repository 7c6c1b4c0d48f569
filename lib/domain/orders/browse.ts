import { z } from 'zod'
import {
  among,
  bound,
  browsePage,
  type Condition,
  equal,
  type List,
  note,
  PAGE,
  PAGED,
  prefix,
} from '#lib/domain/browse.ts'
import { aboutOrders, STUCK_AFTER } from '#lib/domain/orders/about.ts'
import { ofCustomer } from '#lib/domain/orders/of-customer.ts'
import { ListedOrder, ORDER_STATUSES, OrderStatus } from '#lib/domain/orders/schema.ts'
import { ORDER_SUMS } from '#lib/domain/orders/totals.ts'
import type { orders } from '#lib/generated/prisma/client.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { Id } from '#lib/values/id.ts'

const text = (most: number) => z.string().trim().max(most).optional()

/** What the list of orders and its export can be narrowed by. */
export const OrderFilters = z.strictObject({
  status: z.array(OrderStatus).optional(),
  /** Attempted a while ago, not paid, and no money held. */
  stuck: z.boolean().optional(),
  from: z.int().optional(),
  to: z.int().optional(),
  min: z.int().min(0).optional(),
  max: z.int().min(0).optional(),
  /** The beginning of a receipt. */
  receipt: text(40),
  failed: z.boolean().optional(),
  /** A customer that the order names, or that has paid it or tried to. */
  customer: Id('customer').optional(),
  note_key: text(256),
  note_value: text(256),
})
export type OrderFilters = z.output<typeof OrderFilters>

export const BrowseOrders = OrderFilters.extend(PAGE)

export const browseOrders = defineOperation({
  name: 'browse_orders',
  title: 'Browse orders',
  summary:
    'One page of orders for the dashboard, with the exact count of what the filter finds, how much was ordered and paid, and the count of each status.',
  permission: 'orders:read',
  http: null,
  effect: 'read',
  input: BrowseOrders,
  output: z.object({
    items: z.array(ListedOrder),
    ...PAGED,
  }),
  async run(context, { status, stuck: stuckOnly, ...filters }) {
    const filtered = {
      others: conditionsOf(context, filters),
      tab: conditionsOf(context, { status, stuck: stuckOnly }),
    }
    const list: List = { ...LIST, tabs: { ...BY_STATUS, stuck: stuck(context.now) } }
    const { rows, paged } = await browsePage<orders>(context, list, filtered, filters)
    return { items: await aboutOrders(context, rows), ...paged }
  },
})

const LIST = { table: 'orders', sums: ORDER_SUMS }
const BY_STATUS = Object.fromEntries(ORDER_STATUSES.map((status) => [status, equal('status', status)]))

/** The filters as conditions of the query. */
export function conditionsOf(context: Context, input: OrderFilters): Condition[] {
  return [
    ...among('status', input.status),
    ...(input.stuck ? stuck(context.now) : []),
    ...bound('created_at', '>=', input.from),
    ...bound('created_at', '<=', input.to),
    ...bound('amount', '>=', input.min),
    ...bound('amount', '<=', input.max),
    ...prefix('receipt', input.receipt),
    ...failedAttempt(input.failed),
    ...ofCustomer(input.customer),
    ...note(input.note_key, input.note_value),
  ]
}

/** Nobody is at the checkout any more, and nothing waits for a capture. */
function stuck(now: number): Condition[] {
  return [
    ...equal('status', 'attempted'),
    ...equal('authorized', false),
    {
      sql: `NOT EXISTS (SELECT FROM payments WHERE payments.account_id = orders.account_id AND payments.order_id = orders.id
              AND payments.created_at > ?)`,
      values: [now - STUCK_AFTER],
    },
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

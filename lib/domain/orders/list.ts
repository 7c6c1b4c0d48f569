import { type Condition, equal, prefixInAnyCase } from '#lib/domain/conditions.ts'
import { amounts, created, filter, flag, notes, oneOf, text } from '#lib/domain/filters.ts'
import { defineList } from '#lib/domain/list.ts'
import { aboutOrders, STUCK_AFTER } from '#lib/domain/orders/about.ts'
import { ofCustomer } from '#lib/domain/orders/of-customer.ts'
import { ListedOrder, ORDER_STATUSES, OrderStatus } from '#lib/domain/orders/schema.ts'
import { ORDER_SUMS } from '#lib/domain/orders/totals.ts'
import type { Context } from '#lib/pipeline/operation.ts'
import { Id } from '#lib/values/id.ts'

export const { list: listOrdersForDashboard, export: exportOrders } = defineList({
  noun: 'orders',
  permission: 'orders:read',
  item: ListedOrder,
  filters: {
    status: oneOf('status', OrderStatus),
    /** Attempted some time ago, not paid, and without an authorized payment. */
    stuck: flag(stuck),
    ...created,
    ...amounts(),
    receipt: filter(text(40), (value) => prefixInAnyCase('receipt', value)),
    /** At least one attempt has failed. */
    failed: flag(() => [{ sql: `EXISTS (${PAYMENTS} AND payments.status = 'failed')`, values: [] }]),
    /** A customer that the order names, or who paid it or tried to. */
    customer: filter(Id('customer'), ofCustomer),
    ...notes,
  },
  tab: ['status', 'stuck'],
  tabs: (context) => ({ ...BY_STATUS, stuck: stuck(context) }),
  sums: ORDER_SUMS,
  show: aboutOrders,
})

const BY_STATUS = Object.fromEntries(ORDER_STATUSES.map((status) => [status, equal('status', status)]))

const PAYMENTS =
  'SELECT FROM payments WHERE payments.account_id = orders.account_id AND payments.order_id = orders.id COLLATE "default"'

/** The payer left the checkout, and no payment can be captured. */
function stuck({ now }: Context): Condition[] {
  return [
    ...equal('status', 'attempted'),
    ...equal('authorized', false),
    {
      sql: `NOT EXISTS (${PAYMENTS} AND payments.created_at > ?)`,
      values: [now - STUCK_AFTER],
      except: {
        sql: 'id IN (SELECT order_id FROM payments WHERE payments.account_id = orders.account_id AND payments.created_at > ?)',
        values: [now - STUCK_AFTER],
      },
    },
  ]
}

import { z } from 'zod'
import { equal, equalInAnyCase } from '#lib/database/conditions.ts'
import { ENTITIES } from '#lib/domain/entities.ts'
import { findEntity } from '#lib/domain/entity.ts'
import { conditionsOfText } from '#lib/domain/filter-text.ts'
import { CaptureChoice } from '#lib/domain/merchants/schema.ts'
import { ORDER_FILTERS } from '#lib/domain/orders/filters.ts'
import { aboutOrders, existingOrder, findOrder } from '#lib/domain/orders/find.ts'
import { assertLinkSendable } from '#lib/domain/orders/rules.ts'
import {
  FetchAllOrders,
  FetchOrder,
  FetchOrderPayments,
  Order,
  OrderDetails,
  type OrderExpansion,
} from '#lib/domain/orders/schema.ts'
import { listEntities, pageOf } from '#lib/domain/page.ts'
import { availabilityOf } from '#lib/domain/payments/availability.ts'
import { transfersOf } from '#lib/domain/payments/expanded.ts'
import { PAYMENT_COLUMNS } from '#lib/domain/payments/fetch-all.ts'
import { type PaymentRow, paymentsOfOrders, withCards } from '#lib/domain/payments/find.ts'
import { Payment } from '#lib/domain/payments/schema.ts'
import { Collection, collection } from '#lib/filters/page.ts'
import type { orders } from '#lib/generated/prisma/client.ts'
import { ruleErrorOf } from '#lib/pipeline/errors.ts'
import { assertPermitted, type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { Id } from '#lib/values/id.ts'

export const fetchOrder = defineOperation({
  name: 'fetch_order',
  title: 'Fetch an order',
  summary: 'Returns one order. expand[]=payments includes its payments.',
  permission: 'orders:read',
  http: 'GET /v1/orders/:id',
  scope: 'read_only',
  input: FetchOrder,
  output: Order,
  async run(context, input) {
    if (input.expand.length === 0)
      return existingOrder(await findEntity(context, ENTITIES.order, input.id), input.id)
    const [expanded] = await expandOrders(context, [await findOrder(context, input.id)], input.expand)
    return expanded
  },
})

/** Adds the expansions to orders, with one query for each kind. @throws permission_denied */
async function expandOrders<O extends { id: string }>(
  context: Context,
  orders: O[],
  expand: OrderExpansion[],
) {
  if (expand.includes('transfers')) assertPermitted({ permission: 'transfers:read' }, context.actor)
  const ids = orders.map(({ id }) => id)
  const payments = await paymentsOfOrders(context, ids, expand.includes('payments.card'))
  const paid = [...payments.values()].flat().map(({ id }) => id)
  const transfers = expand.includes('transfers') ? await transfersOf(context, paid) : null
  const showsPayments = expand.some((name) => name.startsWith('payments'))
  return orders.map((order) => {
    const own = payments.get(order.id) ?? []
    return {
      ...order,
      ...(showsPayments ? { payments: collection(own) } : {}),
      ...(transfers ? { transfers: collection(own.flatMap(({ id }) => transfers.get(id) ?? [])) } : {}),
      ...(expand.includes('virtual_account') ? { virtual_account: null } : {}),
    }
  })
}

const TEXT = { noun: 'order', filters: ORDER_FILTERS }

export const fetchAllOrders = defineOperation({
  name: 'fetch_all_orders',
  title: 'Fetch all orders',
  summary:
    'Lists orders, newest first. Filter by time, status, receipt or whether they have an authorized payment.',
  permission: 'orders:read',
  http: 'GET /v1/orders',
  scope: 'read_only',
  columns: ['id', 'amount', 'amount_due', 'currency', 'status', 'receipt', 'created_at'],
  input: FetchAllOrders,
  output: Collection(Order),
  async run(context, input) {
    const { status, receipt, authorized } = input
    const where = [
      ...equal('status', status),
      ...equalInAnyCase('receipt', receipt),
      ...equal('authorized', authorized === undefined ? undefined : authorized === 1),
      ...(await conditionsOfText(context, TEXT, input.query)),
    ]
    if (input.expand.length === 0) return listEntities(context, ENTITIES.order, where, input)
    const orders = await pageOf<orders>(context, 'orders', where, input)
    return collection(await expandOrders(context, orders, input.expand))
  },
})

export const fetchOrderPayments = defineOperation({
  name: 'fetch_order_payments',
  title: 'Fetch the payments of an order',
  summary: 'Lists the payment attempts of an order, newest first.',
  permission: 'payments:read',
  http: 'GET /v1/orders/:id/payments',
  scope: 'read_only',
  coveredBy: 'fetch_all_payments',
  columns: PAYMENT_COLUMNS,
  input: FetchOrderPayments,
  output: Collection(Payment),
  async run(context, input) {
    const order = await findOrder(context, input.id)
    const where = equal('order_id', order.id)
    if (input.expand.length === 0) return listEntities(context, ENTITIES.payment, where, input)
    return collection(await withCards(context, await pageOf<PaymentRow>(context, 'payments', where, input)))
  },
})

export const getOrderDefaults = defineOperation({
  name: 'get_order_defaults',
  title: 'Get the defaults of an order',
  summary: 'Returns what the form of a new order starts with.',
  permission: 'orders:write',
  http: null,
  effect: 'read',
  input: z.strictObject({}),
  output: z.object({ capture: CaptureChoice }),
  async run({ tables, account }) {
    const { default_capture } = await tables.accounts.findUniqueOrThrow({
      where: { id: account.id },
      select: { default_capture: true },
    })
    return { capture: default_capture as CaptureChoice }
  },
})

export const getOrderDetails = defineOperation({
  name: 'get_order_details',
  title: 'Get the details of an order',
  summary:
    'Returns one order for its page: with its settings, who last tried to pay it, and how many orders share its receipt.',
  permission: 'orders:read',
  http: null,
  effect: 'read',
  input: z.strictObject({ id: Id('order') }),
  output: OrderDetails,
  async run(context, input) {
    const row = await findOrder(context, input.id)
    const [order] = await aboutOrders(context, [row])
    const link_error = ruleErrorOf(() => assertLinkSendable(row, availabilityOf(context, row.currency)))
    return { ...order, link_error }
  },
})

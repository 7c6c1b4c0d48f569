import { z } from 'zod'
import { aboutOrders } from '#lib/domain/orders/about.ts'
import { findOrder } from '#lib/domain/orders/find.ts'
import { assertLinkSendable } from '#lib/domain/orders/rules.ts'
import { OrderDetails } from '#lib/domain/orders/schema.ts'
import { availabilityOf } from '#lib/domain/payments/availability.ts'
import { ruleErrorOf } from '#lib/pipeline/errors.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { Id } from '#lib/values/id.ts'

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

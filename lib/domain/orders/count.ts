import { z } from 'zod'
import { STUCK_AFTER } from '#lib/domain/orders/about.ts'
import { ORDER_STATUSES } from '#lib/domain/orders/schema.ts'
import { defineOperation } from '#lib/operation.ts'

export const countOrders = defineOperation({
  name: 'count_orders',
  title: 'Count orders',
  summary: 'Returns how many orders there are in each status, and how many of the attempted ones are stuck.',
  permission: 'orders:read',
  http: null,
  effect: 'read',
  input: z.strictObject({}),
  output: z.object({ total: z.int(), by_status: z.record(z.enum(ORDER_STATUSES), z.int()), stuck: z.int() }),
  async run(context) {
    const account_id = context.account.id
    const groups = await context.tables.orders.groupBy({
      by: ['status'],
      where: { account_id },
      _count: true,
    })
    const [found] = await context.tables.$queryRaw<{ stuck: bigint }[]>`
      SELECT count(*) AS stuck FROM orders
      WHERE account_id = ${account_id} AND status = 'attempted' AND NOT authorized
        AND NOT EXISTS (SELECT FROM payments WHERE payments.account_id = orders.account_id AND payments.order_id = orders.id
                          AND payments.created_at > ${context.now - STUCK_AFTER})`
    const counts = new Map(groups.map((group) => [group.status, group._count]))
    return {
      total: [...counts.values()].reduce((sum, count) => sum + count, 0),
      by_status: Object.fromEntries(ORDER_STATUSES.map((status) => [status, counts.get(status) ?? 0])),
      stuck: Number(found?.stuck ?? 0),
    }
  },
})

import { z } from 'zod'
import { ListedBill } from '#lib/domain/bills/schema.ts'
import { findOrder } from '#lib/domain/orders/find.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { Id } from '#lib/values/id.ts'

const MOST = 20

export const fetchOrderBills = defineOperation({
  name: 'fetch_order_bills',
  title: 'Fetch the bills of an order',
  summary: 'Lists the newest bills whose order_number is the id or the receipt of an order.',
  permission: 'bills:read',
  http: null,
  effect: 'read',
  input: z.strictObject({ id: Id('order') }),
  output: z.object({ items: z.array(ListedBill) }),
  async run(context, { id }) {
    const order = await findOrder(context, id)
    const names = order.receipt === null ? [id] : [id, order.receipt]
    const items = await context.tables.$queryRawUnsafe(
      `SELECT * FROM bills WHERE account_id = $1 AND body ->> 'order_number' = ANY($2::text[])
       ORDER BY created_at DESC, id DESC LIMIT ${MOST}`,
      context.account.id,
      names,
    )
    return { items }
  },
})

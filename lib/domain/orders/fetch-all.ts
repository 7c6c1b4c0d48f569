import { equal, equalInAnyCase } from '#lib/domain/conditions.ts'
import { ENTITIES } from '#lib/domain/entities.ts'
import { conditionsOfText } from '#lib/domain/filter-text.ts'
import { expandOrders } from '#lib/domain/orders/expand.ts'
import { ORDER_FILTERS } from '#lib/domain/orders/filters.ts'
import { FetchAllOrders, Order } from '#lib/domain/orders/schema.ts'
import { listEntities, pageOf } from '#lib/domain/page.ts'
import { Collection, collection } from '#lib/filters/page.ts'
import type { orders } from '#lib/generated/prisma/client.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

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

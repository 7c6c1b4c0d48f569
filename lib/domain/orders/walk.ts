import { z } from 'zod'
import { walk } from '#lib/domain/browse.ts'
import { aboutOrders } from '#lib/domain/orders/about.ts'
import { conditionsOf, OrderFilters } from '#lib/domain/orders/browse.ts'
import { ListedOrder } from '#lib/domain/orders/schema.ts'
import type { orders } from '#lib/generated/prisma/client.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const walkOrders = defineOperation({
  name: 'walk_orders',
  title: 'Walk through orders',
  summary:
    'The next orders that the filter finds, for an export: nothing is counted, so that the whole costs what it holds.',
  permission: 'orders:read',
  alsoNeeds: ['exports:read'],
  http: null,
  effect: 'read',
  input: OrderFilters.extend({ count: z.int().min(1).max(1000).default(500), after: z.string().optional() }),
  output: z.object({ items: z.array(ListedOrder) }),
  async run(context, input) {
    const rows = await walk<orders>(context, 'orders', conditionsOf(context, input), input)
    return { items: await aboutOrders(context, rows) }
  },
})

import { equal } from '#lib/database/conditions.ts'
import { defineList } from '#lib/domain/list.ts'
import { ORDER_FILTERS, stuck } from '#lib/domain/orders/filters.ts'
import { aboutOrders } from '#lib/domain/orders/find.ts'
import { ListedOrder, ORDER_STATUSES } from '#lib/domain/orders/schema.ts'
import { ORDER_SUMS } from '#lib/domain/totals.ts'

export const {
  list: listOrdersForDashboard,
  export: exportOrders,
  countNewer: countNewerOrders,
} = defineList({
  noun: 'orders',
  permission: 'orders:read',
  item: ListedOrder,
  filters: ORDER_FILTERS,
  sort: { amount: 'amount' },
  tab: ['status', 'stuck'],
  tabs: (context) => ({ ...BY_STATUS, stuck: stuck(context) }),
  sums: ORDER_SUMS,
  show: aboutOrders,
})

const BY_STATUS = Object.fromEntries(ORDER_STATUSES.map((status) => [status, equal('status', status)]))

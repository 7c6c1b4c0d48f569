import { equal } from '#lib/domain/conditions.ts'
import { defineList } from '#lib/domain/list.ts'
import { overdue, REFUND_FILTERS } from '#lib/domain/refunds/filters.ts'
import { ListedRefund, REFUND_STATUSES } from '#lib/domain/refunds/schema.ts'
import { REFUND_SUMS } from '#lib/domain/refunds/totals.ts'

export const {
  list: listRefundsForDashboard,
  export: exportRefunds,
  countNewer: countNewerRefunds,
} = defineList({
  noun: 'refunds',
  permission: 'refunds:read',
  item: ListedRefund,
  filters: REFUND_FILTERS,
  sort: { amount: 'amount' },
  tab: ['status', 'overdue'],
  tabs: (context) => ({ ...BY_STATUS, overdue: overdue(context) }),
  sums: REFUND_SUMS,
})

const BY_STATUS = Object.fromEntries(REFUND_STATUSES.map((status) => [status, equal('status', status)]))

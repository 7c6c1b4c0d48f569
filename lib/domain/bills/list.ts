import { equal } from '#lib/database/conditions.ts'
import { BILL_FILTERS } from '#lib/domain/bills/filters.ts'
import { BILL_STATUSES, ListedBill } from '#lib/domain/bills/schema.ts'
import { defineList } from '#lib/domain/list.ts'
import { BILL_SUMS } from '#lib/domain/totals.ts'

export const { list: listBillsForDashboard, export: exportBills } = defineList({
  noun: 'bills',
  permission: 'bills:read',
  item: ListedBill,
  filters: BILL_FILTERS,
  sort: { amount: 'amount' },
  tab: ['status'],
  tabs: Object.fromEntries(BILL_STATUSES.map((status) => [status, equal('status', status)])),
  sums: BILL_SUMS,
})

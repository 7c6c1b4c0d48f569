import { CUSTOMER_FILTERS, isPaying } from '#lib/domain/customers/filters.ts'
import { aboutCustomers } from '#lib/domain/customers/find.ts'
import { assertInRegion } from '#lib/domain/customers/rules.ts'
import { ListedCustomer } from '#lib/domain/customers/schema.ts'
import { defineList } from '#lib/domain/list.ts'

export const { list: listCustomersForDashboard, export: exportCustomers } = defineList({
  noun: 'customers',
  permission: 'customers:read',
  item: ListedCustomer,
  filters: CUSTOMER_FILTERS,
  tab: ['paying'],
  tabs: { paying: isPaying(true), not_paying: isPaying(false) },
  currency: null,
  show: aboutCustomers,
  check: ({ account }) => assertInRegion(account.country),
})

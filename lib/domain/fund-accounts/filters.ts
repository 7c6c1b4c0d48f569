import { either, equals, value } from '#lib/domain/filters.ts'
import { Id } from '#lib/values/id.ts'

export const FUND_ACCOUNT_FILTERS = [
  value('customer', Id('customer'), {
    label: 'Customer',
    placeholder: 'cust_…',
    where: equals('customer_id'),
  }),
  either('active', {
    label: 'Status',
    values: ['true', 'false'],
    words: ['active', 'inactive'],
    where: equals('active'),
  }),
  value('id', Id('fund_account'), {
    label: 'ID',
    placeholder: 'fa_…',
    whenSet: true,
    where: equals('id'),
  }),
]

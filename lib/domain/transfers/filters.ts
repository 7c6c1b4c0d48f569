import { amount, equals, oneOf, period, several, text, value } from '#lib/domain/filters.ts'
import { TRANSFER_STATUSES } from '#lib/domain/transfers/schema.ts'
import { Id } from '#lib/values/id.ts'

export const TRANSFER_FILTERS = [
  several('status', TRANSFER_STATUSES, { label: 'Status', as: 'tab', where: oneOf('status') }),
  period(),
  amount(),
  value('recipient', Id('customer'), {
    param: 'customer',
    label: 'Customer',
    placeholder: 'cust_…',
    where: equals('recipient'),
  }),
  text('source', 40, {
    param: 'payment',
    label: 'Payment',
    placeholder: 'pay_…',
    where: equals('source'),
  }),
]

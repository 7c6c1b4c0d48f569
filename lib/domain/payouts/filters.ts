import { amount, equals, oneOf, period, several, text, value } from '#lib/domain/filters.ts'
import { PAYOUT_STATUSES } from '#lib/domain/payouts/schema.ts'
import { Id } from '#lib/values/id.ts'

export const PAYOUT_FILTERS = [
  several('status', PAYOUT_STATUSES, { label: 'Status', as: 'tab', where: oneOf('status') }),
  period(),
  amount(),
  value('customer', Id('customer'), {
    label: 'Customer',
    placeholder: 'cust_…',
    where: equals('customer_id'),
  }),
  text('purpose', 30, { label: 'Purpose', placeholder: 'salary', where: equals('purpose') }),
  text('reference', 40, {
    label: 'Reference',
    placeholder: 'your reference',
    where: equals('reference_id'),
  }),
  text('utr', 40, { label: 'UTR', placeholder: 'bank reference', where: equals('utr') }),
]

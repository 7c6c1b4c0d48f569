import { amounts, created, equals, oneOfCondition, textCondition } from '#lib/domain/filters.ts'
import { PayoutStatus } from '#lib/domain/payouts/schema.ts'
import { Id } from '#lib/values/id.ts'

export const PAYOUT_FILTERS = {
  status: oneOfCondition('status', PayoutStatus),
  ...created,
  ...amounts(),
  customer: equals('customer_id', Id('customer')),
  reference: equals('reference_id', textCondition(40)),
  utr: equals('utr', textCondition(40)),
  purpose: equals('purpose', textCondition(30)),
}

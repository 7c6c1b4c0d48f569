import { amounts, created, equals, oneOf, text } from '#lib/domain/filters.ts'
import { PayoutStatus } from '#lib/domain/payouts/schema.ts'
import { Id } from '#lib/values/id.ts'

export const PAYOUT_FILTERS = {
  status: oneOf('status', PayoutStatus),
  ...created,
  ...amounts(),
  customer: equals('customer_id', Id('customer')),
  reference: equals('reference_id', text(40)),
  utr: equals('utr', text(40)),
  purpose: equals('purpose', text(30)),
}

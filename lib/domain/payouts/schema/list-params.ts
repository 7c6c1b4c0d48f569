import { PAYOUT_STATUSES } from '#lib/domain/payouts/schema.ts'
import { amountParam, param, periodParam, severalParam } from '#lib/filters/list-params.ts'
import { shortText } from '#lib/filters/param-schemas.ts'
import { Id } from '#lib/values/id.ts'

/** The filters of the list of payouts, as search params and as text. */
export const PAYOUT_PARAMS = {
  status: severalParam('status', PAYOUT_STATUSES),
  created: periodParam(),
  amount: amountParam(),
  customer: param('customer', Id('customer')),
  purpose: param('purpose', shortText(30, 'A purpose')),
  reference: param('reference', shortText(40, 'A reference')),
  utr: param('utr', shortText(40, 'A UTR')),
}

import { TRANSFER_STATUSES } from '#lib/domain/transfers/schema.ts'
import { amountParam, param, periodParam, severalParam } from '#lib/filters/list-params.ts'
import { shortText } from '#lib/filters/param-schemas.ts'
import { Id } from '#lib/values/id.ts'

/** The filters of the list of transfers, as search params and as text. */
export const TRANSFER_PARAMS = {
  status: severalParam('status', TRANSFER_STATUSES),
  created: periodParam(),
  amount: amountParam(),
  customer: param('customer', Id('customer'), 'recipient'),
  payment: param('payment', shortText(40, 'A payment ID'), 'source'),
}

import { ORDER_STATUSES } from '#lib/domain/orders/schema.ts'
import {
  amountParam,
  flagParam,
  notesParam,
  param,
  periodParam,
  severalParam,
} from '#lib/filters/list-params.ts'
import { shortText } from '#lib/filters/param-schemas.ts'
import { Id } from '#lib/values/id.ts'

/** The filters of the list of orders, as search params and as text. */
export const ORDER_PARAMS = {
  status: severalParam('status', ORDER_STATUSES),
  stuck: flagParam('stuck'),
  created: periodParam(),
  amount: amountParam(),
  receipt: param('receipt', shortText(40, 'A receipt')),
  customer: param('customer', Id('customer')),
  failed: flagParam('failed'),
  notes: notesParam(),
}

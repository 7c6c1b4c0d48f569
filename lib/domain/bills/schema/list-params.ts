import { z } from 'zod'
import { BUSINESS_CATEGORIES, RECEIPT_TYPES } from '#lib/domain/bills/schema/body.ts'
import { BILL_STATUSES, DELIVERY_STATUSES } from '#lib/domain/bills/schema.ts'
import { amountParam, param, periodParam, severalParam } from '#lib/filters/list-params.ts'
import { shortText } from '#lib/filters/param-schemas.ts'
import { Id } from '#lib/values/id.ts'

const Delivery = z.enum(DELIVERY_STATUSES, 'Unknown delivery status.')

/** The filters of the list of bills, as search params and as text. */
export const BILL_PARAMS = {
  q: param('q', shortText(64, 'The search')),
  status: severalParam('status', BILL_STATUSES),
  created: periodParam(),
  amount: amountParam(),
  type: severalParam('type', RECEIPT_TYPES),
  category: severalParam('category', BUSINESS_CATEGORIES),
  store: param('store', shortText(64, 'A store')),
  delivery: param('delivery', Delivery),
  customer: param('customer', Id('customer')),
}

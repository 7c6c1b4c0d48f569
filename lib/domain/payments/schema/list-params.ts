import { z } from 'zod'
import { PAYMENT_METHODS, PAYMENT_STATUSES } from '#lib/domain/payments/schema.ts'
import {
  alsoCalled,
  amountParam,
  flagParam,
  notesParam,
  param,
  periodParam,
  severalParam,
} from '#lib/filters/list-params.ts'
import { shortText } from '#lib/filters/param-schemas.ts'
import { Id } from '#lib/values/id.ts'

const Refunded = z.enum(['none', 'partial', 'full', 'any'], 'Refunded must be none, partial, full or any.')
const Last4 = z.string().regex(/^\d{4}$/, 'Enter the last 4 digits of the card number.')

/** The filters of the list of payments, as search params and as text. */
export const PAYMENT_PARAMS = {
  status: severalParam('status', PAYMENT_STATUSES),
  created: periodParam(),
  amount: amountParam(),
  method: severalParam('method', PAYMENT_METHODS),
  email: param('email', shortText(64, 'The email')),
  contact: alsoCalled(param('contact', shortText(20, 'The phone number')), 'phone'),
  customer: param('customer', Id('customer')),
  last4: param('last4', Last4),
  order: alsoCalled(param('order', shortText(40, 'The order or receipt')), 'receipt'),
  reference: param('reference', shortText(40, 'The bank reference')),
  refunded: param('refunded', Refunded),
  error: param('error', shortText(60, 'The failure')),
  captured: flagParam('captured'),
  lapsing: flagParam('lapsing'),
  notes: notesParam(),
  q: param('q', shortText(100, 'The search')),
}

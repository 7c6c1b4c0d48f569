import { z } from 'zod'
import { boxes, choice, type ListFilter, text } from '#components/shared/list/filters.tsx'
import { shortText } from '#components/shared/list/parse.ts'
import { PAYMENT_METHODS, type PaymentMethod } from '#lib/domain/payments/schema.ts'
import { Id } from '#lib/values/id.ts'
import { FAILURE_WORDS } from './failure-messages.ts'
import { METHOD_WORDS } from './method-labels.ts'

const REFUNDED = { none: 'not refunded', partial: 'partially', full: 'in full', any: 'partially or in full' }
const FAILURES = Object.fromEntries(
  Object.entries(FAILURE_WORDS).map(([reason, { short }]) => [reason, short]),
)
const Refunded = z.enum(['none', 'partial', 'full', 'any'], 'Refunded must be none, partial, full or any.')
const Last4 = z.string().regex(/^\d{4}$/, 'Enter the last 4 digits of the card number.')

/** The payer, and the payment method. */
export function payerFilters(): ListFilter[] {
  return [
    boxes('method', PAYMENT_METHODS, {
      ...{ label: 'Method', noun: 'method', word: (method) => METHOD_WORDS[method as PaymentMethod] },
    }),
    text('email', shortText(64, 'The email'), {
      ...{ label: 'Email', placeholder: 'asha@example.com', inputMode: 'email' },
    }),
    text('contact', shortText(20, 'The phone number'), {
      ...{ label: 'Phone', placeholder: '98765 43210', inputMode: 'tel' },
    }),
    text('customer', Id('customer'), { label: 'Customer', placeholder: 'cust_…', maxLength: 19 }),
    text('last4', Last4, {
      ...{ label: 'Card ending', placeholder: '1007', inputMode: 'numeric', maxLength: 4 },
    }),
  ]
}

/** What followed a payment. */
export function outcomeFilters(): ListFilter[] {
  return [
    choice('refunded', Refunded, { label: 'Refunded', choices: REFUNDED }),
    choice('error', shortText(60, 'The failure'), { label: 'Failure', choices: FAILURES }),
  ]
}

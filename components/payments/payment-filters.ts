import { boxes, choice, type ListFilter, text } from '#components/shared/list/filters.tsx'
import { PAYMENT_PARAMS } from '#lib/domain/payments/schema/list-params.ts'
import type { PaymentMethod } from '#lib/domain/payments/schema.ts'
import { FAILURE_MESSAGES } from './failure-messages.ts'
import { METHOD_LABELS } from './method-labels.ts'

const REFUNDED = { none: 'not refunded', partial: 'partially', full: 'in full', any: 'partially or in full' }
const FAILURES = Object.fromEntries(
  Object.entries(FAILURE_MESSAGES).map(([reason, { short }]) => [reason, short]),
)

export function payerFilters(): ListFilter[] {
  return [
    boxes(PAYMENT_PARAMS.method, {
      label: 'Method',
      word: (method) => METHOD_LABELS[method as PaymentMethod],
    }),
    text(PAYMENT_PARAMS.email, {
      label: 'Email',
      placeholder: 'asha@example.com',
      inputMode: 'email',
    }),
    text(PAYMENT_PARAMS.contact, {
      label: 'Phone',
      placeholder: '98765 43210 or 3210',
      inputMode: 'tel',
    }),
    text(PAYMENT_PARAMS.customer, { label: 'Customer', placeholder: 'cust_…', maxLength: 19 }),
    text(PAYMENT_PARAMS.last4, {
      label: 'Card ending',
      placeholder: '1007',
      inputMode: 'numeric',
      maxLength: 4,
    }),
  ]
}

export function outcomeFilters(): ListFilter[] {
  return [
    choice(PAYMENT_PARAMS.refunded, { label: 'Refunded', choices: REFUNDED }),
    choice(PAYMENT_PARAMS.error, { label: 'Failure', choices: FAILURES }),
  ]
}

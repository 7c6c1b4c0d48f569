import type { FieldName, PayMethod, PayState } from '#components/checkout/pay-state.ts'
import type { PaymentForPayer } from '#lib/domain/payments/fetch-for-payer.ts'
import type { Text } from '#lib/messages/text.ts'
import { formatMoney } from '#lib/values/money-text.ts'
import { reasonText } from './reason-text.ts'

/** An idempotency key for one showing of a form. */
export function newKey(): string {
  return crypto.randomUUID()
}

/** A form that nothing has happened to yet. */
export function freshState(method: PayMethod, values: PayState['values']): PayState {
  return { method, values, errors: {}, title: null, note: null, key: newKey() }
}

/** A form that could not be sent on as it was. */
export function wrongState(
  t: Text,
  method: PayMethod,
  values: PayState['values'],
  errors: PayState['errors'],
): PayState {
  const one = Object.keys(errors).length === 1
  const title = t(one ? 'errors.one' : 'errors.many')
  return { ...freshState(method, values), errors, title }
}

/** An error of the whole form, not of a field. */
export function stuckState(
  method: PayMethod,
  values: PayState['values'],
  title: string,
  note: string,
): PayState {
  return { ...freshState(method, values), title, note }
}

type Failed = Pick<PaymentForPayer, 'amount' | 'currency' | 'error_reason'>

/** A payment that failed: the reason, in words, at the input that can be changed. */
export function failedState(
  t: Text,
  method: PayMethod,
  values: PayState['values'],
  payment: Failed,
  collection: 'direct' | 'hosted' = 'direct',
): PayState {
  const reason = payment.error_reason ?? 'payment_declined'
  const field = reason === 'card_expired' ? 'expiry' : INSTRUMENT[method]
  // Of what was entered on the page of the bank there is no input here.
  if (collection === 'hosted')
    return stuckState(method, values, reasonText(t, reason), t('errors.not_charged'))
  return {
    ...freshState(method, values),
    errors: { [field]: reasonText(t, reason) },
    title: t('errors.payment_failed', { amount: formatMoney(payment.amount, payment.currency) }),
    // The one failure after which the payment may still succeed: bank responses can be late.
    note: t(reason === 'payment_timed_out' ? 'errors.bank_is_late' : 'errors.not_charged'),
  }
}

const INSTRUMENT: Record<PayMethod, FieldName> = {
  card: 'number',
  upi: 'vpa',
  netbanking: 'bank',
  wallet: 'wallet',
}

/** The form input of a property of the operation's input: card.expiry_month is the expiry input. */
export function fieldOf(field: string | undefined): FieldName | undefined {
  if (field === undefined) return undefined
  if (field.startsWith('card.expiry')) return 'expiry'
  const last = field.replace(/^(card|upi)\./, '')
  return (['amount', 'number', 'cvv', 'name', 'vpa', 'bank', 'wallet', 'email', 'contact'] as const).find(
    (name) => name === last,
  )
}

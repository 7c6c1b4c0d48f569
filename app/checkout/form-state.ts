import type { FieldName, Method, PayState } from '#components/checkout/pay-state.ts'
import type { PaymentForPayer } from '#lib/domain/payments/fetch-for-payer.ts'
import { sentenceOf } from '#lib/surfaces/payer.ts'
import { formatMoney } from '#lib/values/money-text.ts'

/** An idempotency key for one showing of a form. */
export function newKey(): string {
  return crypto.randomUUID()
}

/** A form that nothing has happened to yet. */
export function freshState(method: Method, values: PayState['values']): PayState {
  return { method, values, errors: {}, title: null, note: null, key: newKey() }
}

/** A form that could not be sent on as it was. */
export function wrongState(method: Method, values: PayState['values'], errors: PayState['errors']): PayState {
  const one = Object.keys(errors).length === 1
  return {
    method,
    values,
    errors,
    title: one ? 'Fix 1 error below' : 'Fix the errors below',
    note: null,
    key: newKey(),
  }
}

/** A form that could not be sent on for a reason that no input is to blame for. */
export function stuckState(
  method: Method,
  values: PayState['values'],
  title: string,
  note: string,
): PayState {
  return { method, values, errors: {}, title, note, key: newKey() }
}

type Failed = Pick<PaymentForPayer, 'amount' | 'currency' | 'error_reason' | 'error_description'>

/** A payment that failed: the reason, in words, at the input that can be changed. */
export function failedState(method: Method, values: PayState['values'], payment: Failed): PayState {
  const reason = payment.error_reason ?? 'payment_declined'
  const field = reason === 'card_expired' ? 'expiry' : INSTRUMENT[method]
  return {
    method,
    values,
    errors: { [field]: payment.error_description ?? sentenceOf(reason) },
    title: `The payment of ${formatMoney(payment.amount, payment.currency)} failed`,
    // The one failure after which the payment may still succeed: bank responses can be late.
    note:
      reason === 'payment_timed_out'
        ? 'Banks can respond late. Reload this page before you try again. If you were charged, the order shows as paid or the money is returned automatically.'
        : 'You were not charged. You can try again.',
    key: newKey(),
  }
}

const INSTRUMENT: Record<Method, FieldName> = {
  card: 'number',
  upi: 'vpa',
  netbanking: 'bank',
  wallet: 'wallet',
}

/** The form input of a property of the operation's input: card.expiry_month is the expiry input. */
export function fieldOf(member: string | undefined): FieldName | undefined {
  if (member === undefined) return undefined
  if (member.startsWith('card.expiry')) return 'expiry'
  const last = member.replace(/^(card|upi)\./, '')
  return (['amount', 'number', 'cvv', 'name', 'vpa', 'bank', 'wallet', 'email', 'contact'] as const).find(
    (name) => name === last,
  )
}

/** How an order can be paid on the page. */
export const PAY_METHODS = ['card', 'upi', 'netbanking', 'wallet'] as const
export type PayMethod = (typeof PAY_METHODS)[number]

/** The ways to pay an order: the one that it names, or all that its bank accepts, with UPI first in India. */
export function methodsOf(order: {
  method: string | null
  upi_first: boolean
  methods?: readonly string[]
}): readonly PayMethod[] {
  const named = PAY_METHODS.filter((method) => method === order.method)
  if (named.length > 0) return named
  const accepted = PAY_METHODS.filter((method) => order.methods?.includes(method) ?? true)
  return order.upi_first
    ? accepted.toSorted((one, other) => Number(other === 'upi') - Number(one === 'upi'))
    : accepted
}

/** The inputs of the form, in the order of the page. */
export const FIELDS = [
  'amount',
  'number',
  'expiry',
  'cvv',
  'name',
  'vpa',
  'bank',
  'wallet',
  'email',
  'contact',
] as const
export type FieldName = (typeof FIELDS)[number]

/** The input that may return to the page after a failure, never the card number or the CVV. */
export type StoredName = Exclude<FieldName, 'number' | 'cvv'> | 'remember' | 'notes'

/** The server's response to a form that stays on the page, or the initial state of a page. */
export type PayState = {
  method: PayMethod
  errors: Partial<Record<FieldName, string>>
  values: Partial<Record<StoredName, string>>
  /** The result, above the errors; null before the first attempt. */
  title: string | null
  /** The advice, when it belongs to no input. */
  note: string | null
  /** The idempotency key of the next submission: each response brings a new one. */
  key: string
}

/** A filled-in form that the drawer of test mode offers. Published test instruments only. */
export type Preset = { id: string; label: string; fields: Partial<Record<FieldName, string>> }

/** Something that can happen to a payment, and how to make it happen. */
export type Scenario = {
  sentence: string
  /** The advice for the next page, if any. */
  next?: string
  /** The statuses of the payment, one after the other; none where the tester decides. */
  statuses: string[]
  /** The reason of its error (lib/pipeline/error-reasons.ts). */
  reason?: string
  /** The webhooks that follow. */
  events: string[]
  presets: Preset[]
}

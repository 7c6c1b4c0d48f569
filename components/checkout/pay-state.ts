/** How an order can be paid on the page. */
export const METHODS = ['card', 'upi', 'netbanking', 'wallet'] as const
export type Method = (typeof METHODS)[number]

/** The ways to pay an order: the one that it names, or all. */
export function methodsOf(order: { method: string | null }): readonly Method[] {
  const named = METHODS.filter((method) => method === order.method)
  return named.length > 0 ? named : METHODS
}

export const METHOD_WORDS: Record<Method, string> = {
  card: 'Card',
  upi: 'UPI',
  netbanking: 'Netbanking',
  wallet: 'Wallet',
}

/** The inputs of the form, in the order in which they stand on the page. */
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

/** What may come back to the page after a failure. The card number and the CVV are never among it. */
export type KeptName = Exclude<FieldName, 'number' | 'cvv'>

/** The server's response to a form that stays on the page, or the initial state of a page. */
export type PayState = {
  method: Method
  errors: Partial<Record<FieldName, string>>
  values: Partial<Record<KeptName, string>>
  /** What happened, above the errors; null before anything has. */
  title: string | null
  /** What to make of it, when that belongs to no input. */
  note: string | null
  /** The idempotency key of the next submission: each response brings a new one. */
  key: string
}

/** A filled-in form that the drawer of test mode offers. Published test instruments only. */
export type Preset = { id: string; label: string; fields: Partial<Record<FieldName, string>> }

/** Something that can happen to a payment, and how to make it happen. */
export type Scenario = {
  /** The reason of lib/pipeline/errors.ts, or "authorized". */
  outcome: string
  sentence: string
  /** What to do on the next page, if anything. */
  next?: string
  /** The webhooks that follow. */
  events: string[]
  presets: Preset[]
}

import type { CreateOrder } from '#lib/domain/orders/schema.ts'

/** What a person has in the form: amounts in minor units or null while they are none, texts as they were typed. */
export type OrderFormValues = {
  amount: number | null
  currency: string
  receipt: string
  payment_capture: boolean
  partial_payment: boolean
  first_payment_min_amount: number | null
  /** An id, or whatever stands in the field while it is none. */
  customer_id: string
  callback_url: string
  notes: Record<string, string>
}

export type OrderRefusal = { reason: string; description: string; field?: string; request_id: string }

/** What the server answers to a form that was sent without script. */
export type OrderFormState = {
  values: Record<string, string>
  idempotency_key: string
  error?: OrderRefusal | undefined
}

export type OrderActions = {
  create: (
    input: Partial<CreateOrder> & Pick<CreateOrder, 'amount' | 'currency'>,
    idempotencyKey: string,
  ) => Promise<{ ok: true; value: { id: string } } | { ok: false; error: OrderRefusal }>
  createPlainly: (state: OrderFormState, form: FormData) => Promise<OrderFormState>
}

/** The values as the interface takes them: what is blank is left out, and what belongs to a setting that is off. */
export function membersOf(values: OrderFormValues) {
  return {
    ...values,
    receipt: values.receipt.trim() || null,
    callback_url: values.callback_url.trim() || null,
    customer_id: values.customer_id.trim() || null,
    first_payment_min_amount: values.partial_payment ? values.first_payment_min_amount : null,
  }
}

/** The schema speaks to programs of its members; a person sees fields. */
export function inWords(message: string, value: unknown): string {
  if (value === null && /whole number/.test(message)) return 'Enter an amount, e.g. 1250 or 1250.50.'
  if (/^This is no customer id/.test(message))
    return 'Choose one of the customers that are found, write an id such as cust_NfLw3gQ81xRt0a, or leave it empty.'
  return message
    .replaceAll('first_payment_min_amount', 'The first payment')
    .replaceAll('partial_payment', 'payment in parts')
    .replaceAll('callback_url', 'The address')
    .replace(
      'An order is at least 100 in the smallest subunit (₹1.00).',
      'The least that can be paid is 1.00.',
    )
}

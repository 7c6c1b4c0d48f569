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
  if (value === null && /integer/.test(message)) return 'Enter an amount, e.g. 1250 or 1250.50.'
  if (/^Invalid customer ID/.test(message))
    return 'Choose a customer from the list, enter a customer ID (cust_…), or leave blank.'
  return message
    .replaceAll('first_payment_min_amount', 'The minimum first payment')
    .replaceAll('partial_payment', 'partial payments')
    .replaceAll('callback_url', 'The redirect URL')
    .replace(
      'The minimum order amount is 100 in the smallest currency unit (₹1.00).',
      'The minimum order amount is 1.00.',
    )
}

import { CreateOrder } from '#lib/domain/orders/schema.ts'
import type { FormDeclaration, FormReader } from '#lib/values/form.ts'

/** A new order: blank fields are left out, and so are fields of a setting that is off. */
export const orderForm = {
  fields: [
    ...(['amount', 'receipt', 'customer_id', 'payment_capture', 'partial_payment'] as const),
    ...(['first_payment_min_amount', 'callback_url', 'notes'] as const),
  ],
  schema: CreateOrder,
  read(form: FormReader) {
    const partial_payment = form.checked('partial_payment')
    return {
      amount: form.amount('amount'),
      currency: form.text('currency'),
      receipt: form.optional('receipt'),
      payment_capture: form.checked('payment_capture'),
      partial_payment,
      first_payment_min_amount: partial_payment ? form.optionalAmount('first_payment_min_amount') : null,
      customer_id: form.optional('customer_id'),
      callback_url: form.optional('callback_url'),
      notes: form.notes(),
    }
  },
  words: ({ field, reason }) =>
    field === 'customer_id' && reason === 'input_validation_failed'
      ? {
          description: 'Choose a customer from the list, enter a customer ID (cust_…), or leave blank.',
        }
      : {},
} satisfies FormDeclaration

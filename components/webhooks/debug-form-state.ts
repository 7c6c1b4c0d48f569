import type { FormDeclaration, FormReader } from '#lib/values/form.ts'

/** A delivery to check, to the byte; `id` is the endpoint whose own secret is used where none is given. */
export const debugWebhookForm = {
  fields: ['body', 'headers', 'secret', 'computed'],
  read: (form: FormReader) => ({
    id: form.optional('id') ?? undefined,
    body: form.verbatim('body'),
    headers: form.verbatim('headers'),
    secret: form.verbatim('secret'),
    computed: form.verbatim('computed'),
  }),
} satisfies FormDeclaration

export const debugPaymentForm = {
  fields: ['order_id', 'payment_id', 'signature', 'secret', 'computed'],
  read: (form: FormReader) => ({
    order_id: form.verbatim('order_id'),
    payment_id: form.verbatim('payment_id'),
    signature: form.verbatim('signature'),
    secret: form.verbatim('secret'),
    computed: form.verbatim('computed'),
  }),
} satisfies FormDeclaration

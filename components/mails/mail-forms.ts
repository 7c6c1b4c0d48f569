import { SendBill } from '#lib/domain/mails/schema.ts'
import type { FormDeclaration, FormReader } from '#lib/values/form.ts'

/** Where a bill is to be sent; blank is the email of its customer. */
export const sendBillForm = {
  fields: ['email'],
  schema: SendBill,
  read: (form: FormReader) => ({ id: form.text('id'), email: form.optional('email') ?? undefined }),
} satisfies FormDeclaration

/** Where a receipt or a payment link is to be sent, and in which language; blank is the email of the payer. */
export const sendToPayerForm = {
  fields: ['email', 'language'],
  read: (form: FormReader) => ({
    id: form.text('id'),
    email: form.optional('email') ?? undefined,
    language: form.text('language'),
  }),
} satisfies FormDeclaration

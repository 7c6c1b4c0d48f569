import { SendBill } from '#lib/domain/mails/schema.ts'
import type { FormDeclaration, FormReader } from '#lib/values/form.ts'

/** Where a bill is to be sent; blank is the email of its customer. */
export const sendBillForm = {
  fields: ['email'],
  schema: SendBill,
  read: (form: FormReader) => ({ id: form.text('id'), email: form.optional('email') ?? undefined }),
} satisfies FormDeclaration

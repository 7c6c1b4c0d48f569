import type { FormDeclaration, FormReader } from '#lib/values/form.ts'

/** A capture of the amount that the person has seen. */
export const captureForm = {
  fields: ['password'],
  read: (form: FormReader) => ({ id: form.text('id'), amount: Number(form.text('amount')) }),
} satisfies FormDeclaration

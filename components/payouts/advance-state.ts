import type { FormDeclaration, FormReader } from '#lib/values/form.ts'

/** Test mode: the end that a payout is brought to. */
export const advanceForm = {
  fields: [],
  read: (form: FormReader) => ({ id: form.text('id'), to: form.text('to') }),
} satisfies FormDeclaration

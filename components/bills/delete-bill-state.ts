import type { FormDeclaration, FormReader } from '#lib/values/form.ts'

export const deleteBillForm = {
  fields: [],
  read: (form: FormReader) => ({ bill_id: form.text('bill_id') }),
} satisfies FormDeclaration

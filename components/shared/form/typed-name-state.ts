import type { FormDeclaration, FormReader } from '#lib/values/form.ts'

/** The end of something for good: its id, and its name as the person typed it. */
export const typedNameForm = {
  fields: ['typed_name'],
  read: (form: FormReader) => ({ id: form.text('id'), typed_name: form.text('typed_name') }),
} satisfies FormDeclaration

import type { FormDeclaration, FormReader } from '#lib/values/form.ts'

/** The form of an irreversible action on a record: the person types the name of the record to confirm it. */
export const typedNameForm = {
  fields: ['typed_name'],
  read: (form: FormReader) => ({ id: form.text('id'), typed_name: form.text('typed_name') }),
} satisfies FormDeclaration

import type { FormDeclaration, FormReader } from '#lib/values/form.ts'

/** Nothing but the password, where it is asked for. */
export const exportForm = { fields: ['password'], read: () => ({}) } satisfies FormDeclaration

/** What cannot be undone: the name as the person typed it. */
export const closureForm = {
  fields: ['typed_name', 'password'],
  read: (form: FormReader) => ({ typed_name: form.text('typed_name') }),
} satisfies FormDeclaration

export const confirmClosureForm = {
  fields: ['typed_name', 'password'],
  read: (form: FormReader) => ({ id: form.text('id'), typed_name: form.text('typed_name') }),
} satisfies FormDeclaration

export const cancelForm = {
  fields: [],
  read: (form: FormReader) => ({ id: form.text('id') }),
} satisfies FormDeclaration

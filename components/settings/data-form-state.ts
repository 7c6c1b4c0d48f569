import { typedNameForm } from '#components/shared/form/typed-name-state.ts'
import type { FormDeclaration, FormReader } from '#lib/values/form.ts'

/** What cannot be undone: the name as the person typed it. */
export const closureForm = {
  fields: ['typed_name', 'password'],
  read: (form: FormReader) => ({ typed_name: form.text('typed_name') }),
} satisfies FormDeclaration

export const confirmClosureForm = {
  ...typedNameForm,
  fields: closureForm.fields,
} satisfies FormDeclaration

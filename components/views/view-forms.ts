import type { FormDeclaration, FormReader } from '#lib/values/form.ts'

const settings = (form: FormReader) => ({
  name: form.text('name'),
  shared: form.checked('shared'),
  is_default: form.checked('is_default'),
})

/** A new view: its list and search params are those that the form was opened with. */
export const saveViewForm = {
  fields: ['name', 'shared', 'is_default'],
  read: (form: FormReader) => ({ ...settings(form), list: form.text('list'), query: form.text('query') }),
} satisfies FormDeclaration

export const updateViewForm = {
  fields: ['name', 'shared', 'is_default'],
  read: (form: FormReader) => ({ ...settings(form), id: form.text('id') }),
} satisfies FormDeclaration

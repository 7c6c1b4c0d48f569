import type { FormDeclaration, FormReader } from '#lib/values/form.ts'

const read = (form: FormReader) => ({
  object_id: form.text('object_id'),
  document_id: form.text('document_id'),
})

/** Attaches a document to a record; one of the two ids is typed. */
export const attachForm = { fields: ['object_id', 'document_id'], read } satisfies FormDeclaration

/** Selected documents and one record, both as the check page had them. */
export const attachManyForm = {
  fields: [],
  read: (form: FormReader) => ({ object_id: form.text('object_id'), ids: form.json('ids') }),
} satisfies FormDeclaration

/** One document and selected records, both as the check page had them. */
export const attachToRecordsForm = {
  fields: [],
  read: (form: FormReader) => ({
    document_id: form.text('document_id'),
    object_ids: form.json('object_ids'),
  }),
} satisfies FormDeclaration

export const detachForm = { fields: [], read } satisfies FormDeclaration

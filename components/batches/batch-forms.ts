import type { FormDeclaration, FormReader } from '#lib/values/form.ts'
import { BATCH_FILE_BYTES, hasFile } from '#lib/values/form-file.ts'

/** A new batch: what is done, and the rows as a file, as text, or the selected payments. The server reads them. */
export const batchForm = {
  fields: ['kind', 'rows', 'file', 'name', 'reason', 'selection'],
  read(form: FormReader) {
    const isChosen = hasFile(form, 'file', BATCH_FILE_BYTES)
    if (form.text('selection') === '' && form.text('rows') === '' && !isChosen)
      form.refuseWhole('rows', 'Paste rows or choose a file.')
    return {}
  },
} satisfies FormDeclaration

/** The reason of refunds. Captures have none, also where one was typed before they were chosen. */
export function batchReasonOf(form: FormReader): string | null {
  return form.text('kind') === 'capture' ? null : form.optional('reason')
}

/** The failed rows of a batch that has ended, as another batch. */
export const retryForm = {
  fields: [],
  read: (form: FormReader) => ({ failed_of: form.text('id') }),
} satisfies FormDeclaration

/** The start of a batch: its total is typed to confirm it. */
export const startForm = {
  fields: ['total', 'reason', 'password'],
  read: (form: FormReader) => ({
    id: form.text('id'),
    count: Number(form.text('count')),
    reason: form.optional('reason'),
    total: form.amount('total', 'Enter the total to confirm it.'),
  }),
} satisfies FormDeclaration

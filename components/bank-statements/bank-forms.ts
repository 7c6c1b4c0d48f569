import type { FormDeclaration, FormReader } from '#lib/values/form.ts'

/** A bank statement. The action puts the text of the file into `content`. */
export const uploadForm = {
  fields: ['file'],
  read(form: FormReader) {
    const content = form.verbatim('content')
    const file = form.form.get('file')
    const chosen = typeof file === 'object' && file !== null && file.size > 0
    if (content === '' && !chosen) form.refuse('file', 'Choose a file.')
    return { content, file_name: form.text('file_name') || 'statement' }
  },
} satisfies FormDeclaration

/** The columns of a CSV file by their position; a blank one is not in the file. */
export const columnsForm = {
  fields: [
    ...['account_number', 'date', 'date_order', 'amount', 'side', 'credit', 'debit'],
    ...['reference', 'description'],
  ],
  read(form: FormReader) {
    const column = (name: string) => (form.text(name) === '' ? null : Number(form.text(name)))
    const date = column('date')
    if (date === null) form.refuse('date', 'Choose the column of dates.')
    return {
      ...{ id: form.text('id'), account_number: form.text('account_number') },
      ...{ date, date_order: form.text('date_order') || 'dmy' },
      ...{ amount: column('amount'), side: column('side'), credit: column('credit'), debit: column('debit') },
      ...{ reference: column('reference'), description: column('description') },
    }
  },
} satisfies FormDeclaration

/** The settlement that a line pays: one of those that are offered, or another by its ID. */
export const matchForm = {
  fields: ['settlement_id', 'candidate'],
  read(form: FormReader) {
    const settlement_id = form.text('settlement_id') || form.text('candidate')
    if (settlement_id === '') form.refuseWhole('settlement_id', 'Choose a settlement or enter its ID.')
    return { id: form.text('id'), settlement_id }
  },
} satisfies FormDeclaration

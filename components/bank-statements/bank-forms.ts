import { MAX_STATEMENT_BYTES } from '#lib/bank-files/limits.ts'
import type { FormDeclaration, FormReader } from '#lib/values/form.ts'
import { hasFile } from '#lib/values/form-file.ts'

/** A bank statement. The action puts the file as it was read into `content`. */
export const uploadForm = {
  fields: ['file'],
  read(form: FormReader) {
    const content = form.verbatim('content')
    if (!hasFile(form, 'file', MAX_STATEMENT_BYTES) && content === '') form.refuse('file', 'Choose a file.')
    return { content, file_name: form.text('file_name') || 'statement' }
  },
} satisfies FormDeclaration

/** The columns of a table by their position; a blank one is not in the file. */
export const columnsForm = {
  fields: [
    'account_number',
    'date',
    'date_order',
    'amount',
    'side',
    'credit',
    'debit',
    'reference',
    'description',
    'balance',
  ],
  read(form: FormReader) {
    const column = (name: string) => (form.text(name) === '' ? null : Number(form.text(name)))
    const date = column('date')
    if (date === null) form.refuse('date', 'Choose the column of dates.')
    return {
      id: form.text('id'),
      account_number: form.text('account_number'),
      date,
      date_order: form.text('date_order') || 'dmy',
      amount: column('amount'),
      side: column('side'),
      credit: column('credit'),
      debit: column('debit'),
      reference: column('reference'),
      description: column('description'),
      balance: column('balance'),
    }
  },
} satisfies FormDeclaration

/** The import as its preview showed it, with the lines that a person knows to be new. */
export const importForm = {
  fields: ['add'],
  read: (form: FormReader) => ({ id: form.text('id'), plan: form.text('plan'), add: form.all('add') }),
} satisfies FormDeclaration

/** What happens with the difference between a credit and its settlement, and why. */
export const acceptForm = {
  fields: ['effect', 'reason'],
  read(form: FormReader) {
    const effect = form.text('effect')
    if (effect === '') form.refuseWhole('effect', 'Choose what happens with the difference.')
    return { id: form.text('id'), effect, reason: reasonIn(form) }
  },
} satisfies FormDeclaration

export const ignoreForm = {
  fields: ['reason'],
  read: (form: FormReader) => ({ id: form.text('id'), reason: reasonIn(form) }),
} satisfies FormDeclaration

function reasonIn(form: FormReader): string {
  const reason = form.text('reason')
  if (reason === '') form.refuse('reason', 'Enter a reason.')
  return reason
}

/** The settlement that a line pays: one of those that are offered, or another by its ID. */
export const matchForm = {
  fields: ['settlement_id', 'candidate'],
  read(form: FormReader) {
    const settlement_id = form.text('settlement_id') || form.text('candidate')
    if (settlement_id === '') form.refuseWhole('settlement_id', 'Choose a settlement or enter its ID.')
    return { id: form.text('id'), settlement_id }
  },
} satisfies FormDeclaration

import { MAX_STATEMENT_BYTES } from '#lib/bank-files/statement.ts'
import type { FileForm } from '#lib/surfaces/file-form.ts'

/** A bank statement: its text and its name. */
export const statementFile: FileForm = {
  field: 'file',
  max: { bytes: MAX_STATEMENT_BYTES, description: 'The file is larger than 900 KB. Split it by period.' },
  read: async (file) => ({ content: await file.text(), file_name: file.name.slice(0, 200) }),
}

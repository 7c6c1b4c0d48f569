'use server'
import { columnsForm, matchForm, uploadForm } from '#components/bank-statements/bank-forms.ts'
import { linesText } from '#components/bank-statements/bank-labels.ts'
import { matchBankLine, matchBankLines, unmatchBankLine } from '#lib/domain/bank-statements/match.ts'
import { importCsvStatement, uploadBankStatement } from '#lib/domain/bank-statements/upload.ts'
import { statementFile } from '#lib/surfaces/bank-statement-file.ts'
import { fileAction } from '#lib/surfaces/file-form.ts'
import { formAction } from '#lib/surfaces/form-action.ts'
import { noFieldsForm, recordForm } from '#lib/values/form.ts'

const PATH = '/settlements/bank-statements'

type Imported = { draft_id: string | null; statement_ids: string[]; added: number; known: number }

/** The columns of a CSV file, the statement that was imported, or the page that says that there was nothing new. */
const afterImport = {
  to: ({ draft_id, statement_ids: [first, ...others], known }: Imported) => {
    if (draft_id !== null) return `${PATH}/drafts/${draft_id}`
    if (first === undefined) return `${PATH}/import?known=${known}`
    return others.length === 0 ? `${PATH}/files/${first}` : PATH
  },
}

export const uploadStatementAction = fileAction(
  statementFile,
  uploadBankStatement,
  formAction(uploadBankStatement, uploadForm, {
    ...afterImport,
    logged: () => ({ content: 'a bank statement' }),
  }),
)

export const importCsvAction = formAction(importCsvStatement, columnsForm, {
  ...afterImport,
  logged: () => ({ content: 'a bank statement' }),
})

const toLine = { to: ({ id }: { id: string }) => `${PATH}/lines/${id}` }

export const matchLineAction = formAction(matchBankLine, matchForm, {
  ...toLine,
  message: () => 'Line matched',
})

export const unmatchLineAction = formAction(unmatchBankLine, recordForm, {
  ...toLine,
  message: () => 'Line unmatched',
})

export const matchLinesAction = formAction(matchBankLines, noFieldsForm, {
  to: () => PATH,
  message: ({ matched }) => `${linesText(matched)} matched`,
})

'use server'
import {
  acceptForm,
  columnsForm,
  ignoreForm,
  importForm,
  matchForm,
  uploadForm,
} from '#components/bank-statements/bank-forms.ts'
import { linesText } from '#components/bank-statements/bank-labels.ts'
import { importBankStatement } from '#lib/domain/bank-statements/import.ts'
import {
  acceptBankLine,
  ignoreBankLine,
  matchBankLine,
  matchBankLines,
  unmatchBankLine,
} from '#lib/domain/bank-statements/match.ts'
import {
  chooseStatementColumns,
  discardStatementDraft,
  uploadBankStatement,
} from '#lib/domain/bank-statements/upload.ts'
import { statementFile } from '#lib/surfaces/batch-file.ts'
import { fileAction } from '#lib/surfaces/file-form.ts'
import { formAction } from '#lib/surfaces/form-action.ts'
import { noFieldsForm, recordForm } from '#lib/values/form.ts'

const PATH = '/settlements/bank-statements'

const toDraft = { to: ({ id }: { id: string }) => `${PATH}/drafts/${id}` }

export const uploadStatementAction = fileAction(
  statementFile,
  uploadBankStatement,
  formAction(uploadBankStatement, uploadForm, {
    ...toDraft,
    logged: () => ({ content: 'a bank statement' }),
  }),
)

export const chooseColumnsAction = formAction(chooseStatementColumns, columnsForm, {
  ...toDraft,
  logged: () => ({ account_number: 'an account number' }),
})

export const importStatementAction = formAction(importBankStatement, importForm, {
  to: ({ statement_ids: [first, ...others], known }) => {
    if (first === undefined) return `${PATH}/import?known=${known}`
    return others.length === 0 ? `${PATH}/files/${first}` : PATH
  },
  message: ({ added }) => `${linesText(added)} imported`,
  refreshes: true,
})

export const discardStatementAction = formAction(discardStatementDraft, recordForm, {
  to: () => `${PATH}/import`,
  message: () => 'File discarded',
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

export const acceptLineAction = formAction(acceptBankLine, acceptForm, {
  ...toLine,
  message: () => 'Difference accepted',
})

export const ignoreLineAction = formAction(ignoreBankLine, ignoreForm, {
  ...toLine,
  message: () => 'Credit ignored',
})

import type { Operation } from '#lib/pipeline/operation.ts'
import {
  exportBankLines,
  fetchBankStatements,
  getBankLineDetails,
  getBankStatementDetails,
  listBankLinesForDashboard,
} from './fetch.ts'
import { importBankStatement } from './import.ts'
import { acceptBankLine, ignoreBankLine, matchBankLine, matchBankLines, unmatchBankLine } from './match.ts'
import {
  chooseStatementColumns,
  discardStatementDraft,
  fetchStatementDraft,
  uploadBankStatement,
} from './upload.ts'

export const bankStatementOperations: readonly Operation[] = [
  exportBankLines,
  fetchBankStatements,
  getBankLineDetails,
  getBankStatementDetails,
  listBankLinesForDashboard,
  matchBankLine,
  matchBankLines,
  unmatchBankLine,
  acceptBankLine,
  ignoreBankLine,
  fetchStatementDraft,
  chooseStatementColumns,
  discardStatementDraft,
  importBankStatement,
  uploadBankStatement,
]

import { z } from 'zod'
import { Id } from '#lib/values/id.ts'
import { StoredInteger } from '#lib/values/money.ts'

/** matched: the same amount. differs: the reference of a settlement with another amount. */
export const LINE_STATUSES = ['matched', 'differs', 'unmatched', 'debit'] as const
export const LineStatus = z.enum(LINE_STATUSES)
export type LineStatus = z.infer<typeof LineStatus>

const MATCHED_BY = ['reference', 'amount', 'person'] as const
const MatchedBy = z.enum(MATCHED_BY)
export type MatchedBy = z.infer<typeof MatchedBy>

/** A booking of a bank statement. */
export const BankLine = z.object({
  id: z.string(),
  statement_id: z.string(),
  /** Its place in the file. */
  number: StoredInteger,
  /** The booking date, 2026-11-23. */
  date: z.string(),
  side: z.enum(['credit', 'debit']),
  amount: StoredInteger,
  currency: z.string(),
  reference: z.string(),
  description: z.string(),
  status: LineStatus,
  settlement_id: z.string().nullable(),
  /** What matched it; `person` without a settlement: a person has removed the match. */
  matched_by: MatchedBy.nullable(),
  matched_at: StoredInteger.nullable(),
  /** The beginning of the booking date. */
  created_at: StoredInteger,
})
export type BankLine = z.output<typeof BankLine>

export const ListedBankLine = BankLine.extend({
  /** Its amount less that of its settlement; null without a settlement. */
  difference: StoredInteger.nullable(),
})
export type ListedBankLine = z.output<typeof ListedBankLine>

const Candidate = z.object({
  id: z.string(),
  amount: StoredInteger,
  currency: z.string(),
  utr: z.string().nullable(),
  finished_at: StoredInteger.nullable(),
})
export type Candidate = z.output<typeof Candidate>

/** A line with its settlement, or the settlements that it could belong to. */
export const BankLineDetails = BankLine.extend({
  bank_account: z.string(),
  settlement: Candidate.nullable(),
  candidates: z.array(Candidate),
})
export type BankLineDetails = z.output<typeof BankLineDetails>

/** A bank statement that was imported. */
export const BankStatement = z.object({
  id: z.string(),
  file_name: z.string(),
  format: z.string(),
  /** The end of the account number: ••4321. */
  bank_account: z.string(),
  number: z.string().nullable(),
  currency: z.string(),
  from_date: z.string().nullable(),
  to_date: z.string().nullable(),
  opening: StoredInteger.nullable(),
  closing: StoredInteger.nullable(),
  /** Closing balance less opening balance and lines; null where the file has no balances. */
  difference: StoredInteger.nullable(),
  /** Lines in the file, and those that no file had before. */
  count: StoredInteger,
  added: StoredInteger,
  created_by: z.string(),
  created_at: StoredInteger,
})
export type BankStatement = z.output<typeof BankStatement>

/** A statement with how many of its lines have which status. */
export const BankStatementDetails = BankStatement.extend({ statuses: z.record(LineStatus, StoredInteger) })
export type BankStatementDetails = z.output<typeof BankStatementDetails>

/** More than the parsers accept, which say it in words. */
const MAX_CONTENT = 900_001

export const UploadBankStatement = z.strictObject({
  file_name: z.string().trim().max(200).default('statement'),
  content: z.string().min(1, 'The file is empty.').max(MAX_CONTENT, 'The file is larger than 900 KB.'),
})

/** The new statements; or the draft of a CSV file, whose columns have to be chosen. */
export const ImportedStatements = z.object({
  draft_id: z.string().nullable(),
  statement_ids: z.array(z.string()),
  added: StoredInteger,
  /** Lines that were imported before. */
  known: StoredInteger,
})

const column = z.int().min(0).max(39)

export const CsvColumns = z.strictObject({
  date: column,
  date_order: z.enum(['dmy', 'mdy', 'ymd']),
  amount: column.nullable(),
  side: column.nullable(),
  credit: column.nullable(),
  debit: column.nullable(),
  reference: column.nullable(),
  description: column.nullable(),
})
export type CsvColumns = z.output<typeof CsvColumns>

const AccountNumber = z
  .string()
  .trim()
  .min(4, 'Enter the account number, at least 4 characters.')
  .max(34, 'The account number is at most 34 characters.')
  .regex(/^[0-9A-Za-z -]+$/, 'The account number has letters and digits only.')

export const ImportCsvStatement = CsvColumns.extend({
  id: Id('bank_statement_draft'),
  account_number: AccountNumber,
}).refine(({ amount, credit, debit }) => (amount !== null) !== (credit !== null || debit !== null), {
  path: ['amount'],
  message: 'Choose the column of amounts, or those of credits and debits.',
})

export const StatementDraftId = z.strictObject({ id: Id('bank_statement_draft') })

/** The first rows of a CSV file, and the columns as they were chosen last or as the heads suggest. */
export const StatementDraft = z.object({
  id: z.string(),
  file_name: z.string(),
  heads: z.array(z.string()),
  rows: z.array(z.array(z.string())),
  account_number: z.string(),
  columns: CsvColumns,
})
export type StatementDraft = z.output<typeof StatementDraft>

export const BankStatementId = z.strictObject({ id: Id('bank_statement') })
export const BankLineId = z.strictObject({ id: Id('bank_line') })
export const MatchBankLine = z.strictObject({ id: Id('bank_line'), settlement_id: Id('settlement') })

import { z } from 'zod'
import {
  DESCRIPTION_LENGTH,
  LINE_REASON_LENGTH,
  MATCH_TEXT_LENGTH,
  MAX_STATEMENT_LINES,
  REFERENCE_LENGTH,
} from '#lib/bank-files/limits.ts'
import { Id } from '#lib/values/id.ts'
import { StoredInteger } from '#lib/values/money.ts'

/**
 * matched: the same amount. differs: the reference of a settlement with another amount. accepted: it differs, and a person
 * said why. ignored: a credit that pays no settlement, as a person said.
 */
export const LINE_STATUSES = ['matched', 'differs', 'accepted', 'unmatched', 'ignored', 'debit'] as const
export const LineStatus = z.enum(LINE_STATUSES)
export type LineStatus = z.infer<typeof LineStatus>

const MATCHED_BY = ['reference', 'amount', 'person'] as const
const MatchedBy = z.enum(MATCHED_BY)
export type MatchedBy = z.infer<typeof MatchedBy>

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
  /** It takes an earlier booking back. */
  reversal: z.boolean(),
  status: LineStatus,
  settlement_id: z.string().nullable(),
  /** What matched it; `person` without a settlement: a person has removed the match. */
  matched_by: MatchedBy.nullable(),
  matched_at: StoredInteger.nullable(),
  /** Why a person accepted or ignored it. */
  reason: z.string().nullable(),
  /** By how much an accepted difference changed the balance; null where it was left as it is. */
  balance_change: StoredInteger.nullable(),
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

export const BankFileFormat = z.enum(['camt.053', 'mt940', 'table'])
export type BankFileFormat = z.output<typeof BankFileFormat>

export const BankStatement = z.object({
  id: z.string(),
  file_name: z.string(),
  format: BankFileFormat,
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

const Day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)
const Sides = z.enum(['credit', 'debit'])
const Balance = z.int().nullable()

const ReadLine = z.strictObject({
  line: z.int().min(0),
  date: Day,
  side: Sides,
  amount: z.int().positive(),
  reference: z.string().max(REFERENCE_LENGTH),
  description: z.string().max(DESCRIPTION_LENGTH),
  match_text: z.string().max(MATCH_TEXT_LENGTH),
  reversal: z.boolean(),
  balance: Balance,
})
const ReadStatement = z.strictObject({
  account_number: z.string().min(1).max(64),
  number: z.string().max(35).nullable(),
  opening: Balance,
  closing: Balance,
  lines: z.array(ReadLine).max(MAX_STATEMENT_LINES),
})
const ReadRow = z.strictObject({ line: z.int().min(0), cells: z.array(z.string().max(100_000)).max(120) })

export const ReadFile = z.discriminatedUnion('format', [
  z.strictObject({ format: z.enum(['camt.053', 'mt940']), statements: z.array(ReadStatement).max(1000) }),
  z.strictObject({
    format: z.literal('table'),
    table: z.strictObject({
      heads: z.array(z.string()).max(40),
      head_line: z.int().nullable(),
      rows: z.array(ReadRow),
      above: z.array(ReadRow),
    }),
  }),
])
export type ReadFile = z.output<typeof ReadFile>

/** The file as JSON, which takes more than the file. */
const MAX_CONTENT = 12_000_000

export const UploadBankStatement = z.strictObject({
  file_name: z.string().trim().max(200).default('statement'),
  content: z.string().min(1, 'Choose a file.').max(MAX_CONTENT, 'The file is larger than 900 KB.'),
})

/** The draft that a person looks at before anything is imported. */
export const UploadedStatement = z.object({ id: z.string() })

export const ImportedStatements = z.object({
  statement_ids: z.array(z.string()),
  added: StoredInteger,
  /** Lines that were imported before, or left out by a person. */
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
  balance: column.nullable(),
})
export type CsvColumns = z.output<typeof CsvColumns>

const AccountNumber = z
  .string()
  .trim()
  .min(4, 'Enter the account number, at least 4 characters.')
  .max(34, 'The account number is at most 34 characters.')
  .regex(/^[0-9A-Za-z -]+$/, 'The account number has letters and digits only.')

/** What the columns of a table hold, and the account that it is of. */
export const ChooseStatementColumns = CsvColumns.extend({
  id: Id('bank_statement_draft'),
  account_number: AccountNumber,
}).refine(({ amount, credit, debit }) => (amount !== null) !== (credit !== null || debit !== null), {
  path: ['amount'],
  message: 'Choose the column of amounts, or those of credits and debits.',
})

export const ImportBankStatement = z.strictObject({
  id: Id('bank_statement_draft'),
  /** What the preview showed; another import since then makes it another one. */
  plan: z.string().max(64),
  /** The uncertain lines that are new bookings: statement and line, 0.12. */
  add: z.array(z.string().max(20)).max(MAX_STATEMENT_LINES).default([]),
})

export const StatementDraftId = z.strictObject({ id: Id('bank_statement_draft') })

const SideSum = z.object({ count: z.int(), amount: z.int() })

/** A line whose booking may be there already. */
const UncertainLine = z.object({
  key: z.string(),
  line: z.int(),
  date: z.string(),
  side: Sides,
  amount: z.int(),
  text: z.string(),
})

/** What an import of one statement of the file would do. */
const PlannedStatement = z.object({
  bank_account: z.string(),
  number: z.string().nullable(),
  from_date: z.string(),
  to_date: z.string(),
  credits: SideSum,
  debits: SideSum,
  reversals: z.int(),
  opening: Balance,
  closing: Balance,
  difference: Balance,
  added: z.int(),
  known: z.int(),
  uncertain: z.array(UncertainLine),
})
export type PlannedStatement = z.output<typeof PlannedStatement>

/** A file that was read: of a table its first rows and columns, and what an import would do. */
export const StatementDraft = z.object({
  id: z.string(),
  file_name: z.string(),
  format: BankFileFormat,
  currency: z.string(),
  table: z
    .object({
      heads: z.array(z.string()),
      rows: z.array(z.array(z.string())),
      account_number: z.string(),
      columns: CsvColumns,
      /** Day and month could be swapped in every date of the file. */
      date_order_open: z.boolean(),
    })
    .nullable(),
  /** Why nothing can be imported yet. */
  problem: z.string().nullable(),
  plan: z.string(),
  statements: z.array(PlannedStatement),
  left_out: z.array(z.object({ line: z.int(), text: z.string() })),
  left_out_count: z.int(),
})
export type StatementDraft = z.output<typeof StatementDraft>

const LineReason = z
  .string()
  .trim()
  .min(3, 'Enter a reason, at least 3 characters.')
  .max(LINE_REASON_LENGTH, `The reason is at most ${LINE_REASON_LENGTH} characters.`)

/**
 * How a difference between a settlement and its credit is settled: `balance` moves it to the balance, so that the next
 * settlement evens it out; `none` leaves the balance as it is, as for charges of the bank.
 */
export const DIFFERENCE_EFFECTS = ['balance', 'none'] as const
export const AcceptBankLine = z.strictObject({
  id: Id('bank_line'),
  effect: z.enum(DIFFERENCE_EFFECTS, 'Choose what happens with the difference.'),
  reason: LineReason,
})
export const IgnoreBankLine = z.strictObject({ id: Id('bank_line'), reason: LineReason })

export const BankStatementId = z.strictObject({ id: Id('bank_statement') })
export const BankLineId = z.strictObject({ id: Id('bank_line') })
export const MatchBankLine = z.strictObject({ id: Id('bank_line'), settlement_id: Id('settlement') })

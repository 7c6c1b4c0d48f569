import { readLines } from '#lib/bank-files/csv.ts'
import { fileDigestOf } from '#lib/bank-files/digest.ts'
import { BankFileError, type FileStatement, type LeftOut } from '#lib/bank-files/statement.ts'
import {
  type DaySpan,
  type Imported,
  type NumberedLine,
  type Planned,
  planLines,
  spanOf,
} from '#lib/domain/bank-statements/plan.ts'
import { differenceOf } from '#lib/domain/bank-statements/rules.ts'
import { CsvColumns, type PlannedStatement, ReadFile } from '#lib/domain/bank-statements/schema.ts'
import { recordNotFound } from '#lib/domain/record.ts'
import type { Context } from '#lib/pipeline/operation.ts'

export type Draft = {
  file_name: string
  file: ReadFile
  columns: CsvColumns | null
  account_number: string
}

/** An uploaded file of the account. @throws record_not_found */
export async function findDraft(context: Context, id: string): Promise<Draft> {
  const draft = await context.tables.bank_statement_drafts.findUnique({
    where: { account_id_id: { account_id: context.account.id, id } },
  })
  if (!draft) throw recordNotFound('bank_statement_draft', id)
  return {
    file_name: draft.file_name,
    file: ReadFile.parse(JSON.parse(context.vault.open(draft.content))),
    columns: draft.columns === null ? null : CsvColumns.parse(draft.columns),
    account_number: draft.account_number === null ? '' : context.vault.open(draft.account_number),
  }
}

/** A statement of the file, its account, and what an import would do with each line. */
type PlannedFile = {
  statement: FileStatement
  account: string
  digest: Uint8Array
  lines: Planned[]
  shown: PlannedStatement
}
export type DraftPlan = {
  /** Why nothing can be imported. */
  problem: string | null
  layout: string
  statements: PlannedFile[]
  left_out: LeftOut[]
  /** What the account has of the days of the file, by the digest of the bank account. */
  imported: Map<string, Imported[]>
  /** Of all verdicts: another import in between makes it another one. */
  digest: string
}

/** What an import of an uploaded file would do now. */
export async function planDraft(context: Context, draft: Draft): Promise<DraftPlan> {
  const layout = layoutOf(draft.file)
  const none = { layout, statements: [], left_out: [], imported: new Map(), digest: '' }
  const read = statementsOf(context, draft)
  if ('problem' in read) return { ...none, problem: read.problem }
  const imported = new Map<string, Imported[]>()
  const lines = new Map<FileStatement, Planned[]>()
  const accountOf = (statement: FileStatement) => statement.account_number.replace(/[\s-]/g, '').toUpperCase()
  for (const [account, statements] of Map.groupBy(read.statements, accountOf)) {
    const all = statements.flatMap((statement) =>
      statement.lines.map((line): NumberedLine => ({ line, number: statement.number })),
    )
    const there = await thereOf(context, context.vault.digest(account), spanOf(all.map(({ line }) => line)))
    imported.set(account, there.imported)
    const planned = planLines(all, { layout, ...there })
    for (const statement of statements) lines.set(statement, planned.splice(0, statement.lines.length))
  }
  const statements = read.statements.map((statement, at): PlannedFile => {
    const account = accountOf(statement)
    const planned = lines.get(statement) ?? []
    const shown = shownOf(statement, planned, account, at)
    return { statement, account, digest: context.vault.digest(account), lines: planned, shown }
  })
  const verdicts = statements.map(({ lines }) => lines.map(({ verdict }) => verdict[0]).join('')).join('|')
  return {
    problem: null,
    layout,
    statements,
    left_out: read.left_out,
    imported,
    digest: fileDigestOf(verdicts),
  }
}

/** The statements of the file, of a table by its columns; or what has to be chosen or corrected first. */
function statementsOf(
  { account }: Context,
  { file, columns, account_number }: Draft,
): { statements: FileStatement[]; left_out: LeftOut[] } | { problem: string } {
  if (file.format !== 'table') return { statements: file.statements, left_out: [] }
  if (columns === null || (columns.amount === null && columns.credit === null && columns.debit === null))
    return { problem: 'Choose the columns of dates and amounts.' }
  if (account_number === '') return { problem: 'Enter the account number that this file is of.' }
  try {
    const { lines, left_out, opening, closing } = readLines(file.table, columns, account.currency)
    return { statements: [{ account_number, number: null, opening, closing, lines }], left_out }
  } catch (thrown) {
    if (thrown instanceof BankFileError) return { problem: thrown.message }
    throw thrown
  }
}

/** Files of one layout write a booking alike. */
function layoutOf(file: ReadFile): string {
  if (file.format !== 'table') return file.format
  return `table ${fileDigestOf(...file.table.heads).slice(0, 16)}`
}

/** The bookings of the account in the days of a file, and the days of the statements that they came with. */
async function thereOf(context: Context, digest: Uint8Array, { from, to }: DaySpan) {
  const key = [context.account.id, Buffer.from(digest)]
  const imported = await context.rows<Imported>(
    `SELECT encode(line.identity, 'hex') AS identity, line.date, line.side, line.amount::float8 AS amount, statement.layout
     FROM bank_statement_lines line JOIN bank_statements statement
       ON statement.account_id = line.account_id AND statement.id = line.statement_id
     WHERE line.account_id = $1 AND line.bank_account = $2 AND line.date BETWEEN $3 AND $4`,
    [...key, from, to],
  )
  const spans = await context.rows<DaySpan>(
    `SELECT from_date AS "from", to_date AS "to" FROM bank_statements
     WHERE account_id = $1 AND account_digest = $2 AND from_date <= $4 AND to_date >= $3`,
    [...key, from, to],
  )
  return { imported, spans }
}

function shownOf(
  statement: FileStatement,
  planned: readonly Planned[],
  account: string,
  position: number,
): PlannedStatement {
  const { lines, number, opening, closing } = statement
  const sumOf = (side: 'credit' | 'debit') => {
    const found = lines.filter((line) => line.side === side)
    return { count: found.length, amount: found.reduce((sum, { amount }) => sum + amount, 0) }
  }
  const { from, to } = spanOf(lines)
  const counted = (verdict: Planned['verdict']) => planned.filter((one) => one.verdict === verdict)
  return {
    bank_account: maskedAccount(account),
    number,
    from_date: from,
    to_date: to,
    credits: sumOf('credit'),
    debits: sumOf('debit'),
    reversals: lines.filter(({ reversal }) => reversal).length,
    opening,
    closing,
    difference: differenceOf(statement, lines),
    added: counted('new').length,
    known: counted('known').length,
    uncertain: counted('uncertain').map(({ line }) => ({
      key: draftKeyOf(position, line.line),
      line: line.line,
      date: line.date,
      side: line.side,
      amount: line.amount,
      text: `${line.reference} ${line.description}`.trim().slice(0, 200),
    })),
  }
}

/** What names an uncertain line in a form: the position of its statement and its line. */
export function draftKeyOf(position: number, line: number): string {
  return `${position}.${line}`
}

export function maskedAccount(account: string): string {
  return `••${account.slice(-4)}`
}

import { guessMapping, readLines, readTable } from '#lib/bank-files/csv.ts'
import { readStatements } from '#lib/bank-files/read.ts'
import { BankFileError, type FileLine, type FileStatement } from '#lib/bank-files/statement.ts'
import { lockStatements } from '#lib/domain/bank-statements/find.ts'
import { matchOpen } from '#lib/domain/bank-statements/match.ts'
import { differenceOf, occurrencesOf } from '#lib/domain/bank-statements/rules.ts'
import {
  CsvColumns,
  ImportCsvStatement,
  ImportedStatements,
  StatementDraft,
  StatementDraftId,
  UploadBankStatement,
} from '#lib/domain/bank-statements/schema.ts'
import { recordNotFound } from '#lib/domain/record.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { startOfDay } from '#lib/values/time.ts'
import { BANK_ZONE } from '#lib/values/working-days.ts'

/** How many rows of a CSV file its preview shows. */
const PREVIEW_ROWS = 5

export const uploadBankStatement = defineOperation({
  name: 'upload_bank_statement',
  title: 'Upload a bank statement',
  summary:
    'Imports the lines of a camt.053 or MT940 file and matches them with settlements. A CSV file is kept for a day until its columns are chosen.',
  permission: 'settlements:write',
  http: null,
  input: UploadBankStatement,
  output: ImportedStatements,
  async run(context, { file_name, content }) {
    const { currency } = context.account
    const read = inWords('content', () => readStatements(content, currency))
    if (read) return importAll(context, { file_name, ...read })
    inWords('content', () => readTable(content))
    const draft = {
      ...{ account_id: context.account.id, id: context.newId('bank_statement_draft'), file_name },
      ...{ content: context.vault.seal(content), created_at: context.now },
    }
    await context.tables.bank_statement_drafts.create({ data: draft })
    context.about(draft.id)
    return { draft_id: draft.id, statement_ids: [], added: 0, known: 0 }
  },
})

export const fetchStatementDraft = defineOperation({
  name: 'fetch_bank_statement_draft',
  title: 'Fetch the draft of a bank statement',
  summary: 'Returns the heads and first rows of a CSV file, and the columns as they were chosen last.',
  permission: 'settlements:write',
  http: null,
  effect: 'read',
  input: StatementDraftId,
  output: StatementDraft,
  errors: ['record_not_found'],
  async run(context, { id }) {
    const { file_name, content } = await findDraft(context, id)
    const { heads, rows } = readTable(content)
    const saved = await context.tables.bank_statement_columns.findUnique({
      where: { account_id: context.account.id },
    })
    const same = saved !== null && saved.heads.join('\n') === heads.join('\n')
    return {
      ...{ id, file_name, heads, rows: rows.slice(0, PREVIEW_ROWS) },
      account_number: same ? context.vault.open(saved.account_number) : '',
      columns: same ? CsvColumns.parse(saved.columns) : guessMapping(heads),
    }
  },
})

export const importCsvStatement = defineOperation({
  name: 'import_csv_statement',
  title: 'Import a CSV statement',
  summary:
    'Imports the lines of a CSV bank statement by the chosen columns, and matches them with settlements.',
  permission: 'settlements:write',
  http: null,
  input: ImportCsvStatement,
  output: ImportedStatements,
  errors: ['record_not_found'],
  async run(context, { id, account_number, ...columns }) {
    await lockStatements(context)
    const { file_name, content } = await findDraft(context, id)
    const table = readTable(content)
    const lines = inWords('date', () => readLines(table, columns, context.account.currency))
    await saveColumns(context, table.heads, columns, account_number)
    await context.tables.bank_statement_drafts.deleteMany({ where: { account_id: context.account.id, id } })
    const statement = { account_number, number: null, opening: null, closing: null, lines }
    return importAll(context, { file_name, format: 'csv', statements: [statement] })
  },
})

/** A file that cannot be read is a problem of the field that chose it. @throws input_validation_failed */
function inWords<T>(field: string, read: () => T): T {
  try {
    return read()
  } catch (thrown) {
    if (!(thrown instanceof BankFileError)) throw thrown
    throw refused('input_validation_failed', thrown.message, { field })
  }
}

async function findDraft(context: Context, id: string): Promise<{ file_name: string; content: string }> {
  const draft = await context.tables.bank_statement_drafts.findUnique({
    where: { account_id_id: { account_id: context.account.id, id } },
  })
  if (!draft) throw recordNotFound('bank_statement_draft', id)
  return { file_name: draft.file_name, content: context.vault.open(draft.content) }
}

async function saveColumns(context: Context, heads: string[], columns: CsvColumns, account_number: string) {
  const set = { heads, columns, account_number: context.vault.seal(account_number) }
  const account_id = context.account.id
  await context.tables.bank_statement_columns.upsert({
    where: { account_id },
    create: { account_id, ...set },
    update: set,
  })
}

type File = { file_name: string; format: string; statements: FileStatement[] }

async function importAll(context: Context, { statements, ...file }: File) {
  await lockStatements(context)
  const statement_ids: string[] = []
  let [added, known] = [0, 0]
  for (const statement of statements) {
    const done = await importOne(context, file, statement)
    added += done.added
    known += statement.lines.length - done.added
    if (done.id !== null) statement_ids.push(done.id)
  }
  const matched = added > 0 ? await matchOpen(context) : 0
  context.about(statement_ids[0] ?? context.account.id)
  context.note({ ...file, added, known, matched })
  return { draft_id: null, statement_ids, added, known }
}

/** Keeps a statement with the lines that no statement had before; nothing where there is none. */
async function importOne(context: Context, file: Omit<File, 'statements'>, statement: FileStatement) {
  const { account, actor, now } = context
  const { number, opening, closing, lines } = statement
  const account_number = statement.account_number.replace(/[\s-]/g, '').toUpperCase()
  const id = context.newId('bank_statement')
  const added = await insertLines(context, id, context.vault.digest(account_number), lines)
  if (added === 0) return { id: null, added }
  const dates = lines.map(({ date }) => date).sort()
  context.changes.insert('bank_statements', {
    ...{ account_id: account.id, id, ...file, bank_account: `••${account_number.slice(-4)}`, number },
    ...{ currency: account.currency, from_date: dates[0] ?? null, to_date: dates.at(-1) ?? null },
    ...{ opening, closing, difference: differenceOf(statement, lines), count: lines.length, added },
    ...{ created_by: `${actor.kind}:${actor.name}`, created_at: now },
  })
  return { id, added }
}

/** @returns how many lines are new */
async function insertLines(
  context: Context,
  statement_id: string,
  bank_account: Uint8Array,
  lines: readonly FileLine[],
): Promise<number> {
  const inserted = await context.rows(
    `INSERT INTO bank_statement_lines (account_id, id, statement_id, number, bank_account, date, side, amount, currency,
       reference, description, occurrence, status, created_at)
     SELECT $1, line.id, $2, line.number, $3, line.date, line.side, line.amount, $4, line.reference, line.description,
       line.occurrence, CASE line.side WHEN 'credit' THEN 'unmatched' ELSE 'debit' END, line.created_at
     FROM unnest($5::text[], $6::int[], $7::text[], $8::text[], $9::bigint[], $10::text[], $11::text[], $12::int[],
       $13::bigint[]) AS line (id, number, date, side, amount, reference, description, occurrence, created_at)
     ON CONFLICT DO NOTHING RETURNING id`,
    [
      ...[context.account.id, statement_id, Buffer.from(bank_account), context.account.currency],
      lines.map(() => context.newId('bank_line')),
      lines.map((_, at) => at + 1),
      lines.map(({ date }) => date),
      lines.map(({ side }) => side),
      lines.map(({ amount }) => amount),
      lines.map(({ reference }) => reference),
      lines.map(({ description }) => description),
      occurrencesOf(lines),
      lines.map(({ date }) => startOfDay(Date.parse(`${date}T12:00:00+05:30`) / 1000, BANK_ZONE)),
    ],
  )
  return inserted.length
}

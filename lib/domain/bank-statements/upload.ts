import { dateOrder, guessMapping } from '#lib/bank-files/csv.ts'
import { findDraft, planDraft } from '#lib/domain/bank-statements/draft.ts'
import {
  ChooseStatementColumns,
  CsvColumns,
  ReadFile,
  StatementDraft,
  StatementDraftId,
  UploadBankStatement,
  UploadedStatement,
} from '#lib/domain/bank-statements/schema.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'

/** How many rows of a table its preview shows, and how many lines that are left out. */
const PREVIEW_ROWS = 5
const SHOWN_LEFT_OUT = 50

export const uploadBankStatement = defineOperation({
  name: 'upload_bank_statement',
  title: 'Upload a bank statement',
  summary: 'Keeps a bank file that was read for a day, until it is looked at and imported.',
  permission: 'settlements:write',
  http: null,
  input: UploadBankStatement,
  output: UploadedStatement,
  async run(context, { file_name, content }) {
    const file = readFile(content)
    const saved = file.format === 'table' ? await savedColumns(context, file.table.heads) : null
    const guessed = file.format === 'table' ? guessMapping(file.table) : null
    const draft = {
      account_id: context.account.id,
      id: context.newId('bank_statement_draft'),
      file_name,
      content: context.vault.seal(content),
      created_at: context.now,
      ...(guessed && { columns: saved?.columns ?? guessed }),
      account_number: saved?.account_number ?? null,
    }
    await context.tables.bank_statement_drafts.create({ data: draft })
    context.about(draft.id)
    return { id: draft.id }
  },
})

export const fetchStatementDraft = defineOperation({
  name: 'fetch_bank_statement_draft',
  title: 'Fetch the draft of a bank statement',
  summary:
    'Returns what an import of the file would add: accounts, periods, sums, balances, lines that are left out or known.',
  permission: 'settlements:write',
  http: null,
  effect: 'read',
  input: StatementDraftId,
  output: StatementDraft,
  errors: ['record_not_found'],
  async run(context, { id }) {
    const draft = await findDraft(context, id)
    const { file, file_name, columns, account_number } = draft
    const planned = await planDraft(context, draft)
    const table =
      file.format === 'table'
        ? {
            heads: file.table.heads,
            rows: file.table.rows.slice(0, PREVIEW_ROWS).map(({ cells }) => cells.slice(0, 40)),
            account_number,
            columns: columns ?? guessMapping(file.table),
            date_order_open:
              dateOrder(file.table.rows.map(({ cells }) => cells[columns?.date ?? 0] ?? '')) === null,
          }
        : null
    return {
      id,
      file_name,
      format: file.format,
      currency: context.account.currency,
      table,
      problem: planned.problem,
      plan: planned.digest,
      statements: planned.statements.map(({ shown }) => shown),
      left_out: planned.left_out.slice(0, SHOWN_LEFT_OUT),
      left_out_count: planned.left_out.length,
    }
  },
})

export const chooseStatementColumns = defineOperation({
  name: 'choose_statement_columns',
  title: 'Choose the columns of a statement',
  summary: 'Says what the columns of an uploaded table hold, and of which bank account it is.',
  permission: 'settlements:write',
  http: null,
  input: ChooseStatementColumns,
  output: UploadedStatement,
  errors: ['record_not_found'],
  async run(context, { id, account_number, ...columns }) {
    const draft = await findDraft(context, id)
    if (draft.file.format !== 'table')
      throw refused('input_validation_failed', 'This file has no columns to choose.')
    await context.tables.bank_statement_drafts.update({
      where: { account_id_id: { account_id: context.account.id, id } },
      data: { columns, account_number: context.vault.seal(account_number) },
    })
    context.about(id)
    return { id }
  },
})

export const discardStatementDraft = defineOperation({
  name: 'discard_bank_statement',
  title: 'Discard an uploaded statement',
  summary: 'Deletes an uploaded bank file that was not imported.',
  permission: 'settlements:write',
  http: null,
  input: StatementDraftId,
  output: UploadedStatement,
  async run(context, { id }) {
    await context.tables.bank_statement_drafts.deleteMany({ where: { account_id: context.account.id, id } })
    context.about(id)
    return { id }
  },
})

/** The file as the surface read it. @throws input_validation_failed */
function readFile(content: string): ReadFile {
  let json: unknown
  try {
    json = JSON.parse(content)
  } catch {
    json = null
  }
  const file = ReadFile.safeParse(json)
  if (!file.success) throw refused('input_validation_failed', 'Choose the file again.', { field: 'content' })
  return file.data
}

/** The columns that were imported last, where the headings are the same. */
async function savedColumns(context: Context, heads: string[]) {
  const saved = await context.tables.bank_statement_columns.findUnique({
    where: { account_id: context.account.id },
  })
  if (!saved || saved.heads.join('\n') !== heads.join('\n')) return null
  const columns = CsvColumns.safeParse({ balance: null, ...(saved.columns as object) })
  return columns.success ? { columns: columns.data, account_number: saved.account_number } : null
}

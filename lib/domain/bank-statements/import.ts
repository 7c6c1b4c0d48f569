import {
  type DraftPlan,
  draftKeyOf,
  findDraft,
  maskedAccount,
  planDraft,
} from '#lib/domain/bank-statements/draft.ts'
import { lockStatements } from '#lib/domain/bank-statements/find.ts'
import { matchOpen } from '#lib/domain/bank-statements/match.ts'
import { numberedLines, type Planned, spanOf } from '#lib/domain/bank-statements/plan.ts'
import { ImportBankStatement, ImportedStatements } from '#lib/domain/bank-statements/schema.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { startOfDay } from '#lib/values/time.ts'
import { BANK_ZONE } from '#lib/values/working-days.ts'

export const importBankStatement = defineOperation({
  name: 'import_bank_statement',
  title: 'Import a bank statement',
  summary:
    'Imports the new lines of an uploaded bank file, as its preview showed, and matches them with settlements.',
  permission: 'settlements:write',
  http: null,
  input: ImportBankStatement,
  output: ImportedStatements,
  errors: ['record_not_found', 'input_validation_failed'],
  async run(context, { id, plan, add }) {
    await lockStatements(context)
    const draft = await findDraft(context, id)
    const planned = await planDraft(context, draft)
    if (planned.problem !== null) throw refused('input_validation_failed', planned.problem)
    if (planned.digest !== plan)
      throw refused(
        'input_validation_failed',
        'Lines of this account were imported since this preview was made. Check it again.',
      )
    if (draft.file.format === 'table')
      await saveColumns(context, draft.file.table.heads, draft.columns, draft.account_number)
    await context.tables.bank_statement_drafts.deleteMany({ where: { account_id: context.account.id, id } })
    const { file_name, file } = draft
    return importAll(context, { file_name, format: file.format }, planned, new Set(add))
  },
})

async function saveColumns(
  context: Context,
  heads: string[],
  columns: object | null,
  account_number: string,
) {
  const set = { heads, columns: columns ?? {}, account_number: context.vault.seal(account_number) }
  const account_id = context.account.id
  await context.tables.bank_statement_columns.upsert({
    where: { account_id },
    create: { account_id, ...set },
    update: set,
  })
}

type File = { file_name: string; format: string }

async function importAll(context: Context, file: File, planned: DraftPlan, add: ReadonlySet<string>) {
  const { account, actor, now } = context
  const statement_ids: string[] = []
  let [added, count] = [0, 0]
  for (const [position, one] of planned.statements.entries()) {
    const { statement, digest, shown } = one
    const fresh = one.lines.filter(
      ({ verdict, line }) =>
        verdict === 'new' || (verdict === 'uncertain' && add.has(draftKeyOf(position, line.line))),
    )
    count += one.lines.length
    if (fresh.length === 0) continue
    added += fresh.length
    const id = context.newId('bank_statement')
    const imported = planned.imported.get(one.account) ?? []
    await insertLines(context, id, digest, fresh, imported)
    const { from, to } = spanOf(statement.lines)
    context.changes.insert('bank_statements', {
      account_id: account.id,
      id,
      ...file,
      bank_account: maskedAccount(one.account),
      account_digest: Buffer.from(digest),
      layout: planned.layout,
      number: statement.number,
      currency: account.currency,
      from_date: from,
      to_date: to,
      opening: statement.opening,
      closing: statement.closing,
      difference: shown.difference,
      count: one.lines.length,
      added: fresh.length,
      created_by: `${actor.kind}:${actor.name}`,
      created_at: now,
    })
    statement_ids.push(id)
  }
  const matched = added > 0 ? await matchOpen(context) : 0
  context.about(statement_ids[0] ?? account.id)
  const known = count - added
  context.note({ ...file, added, known, matched })
  return { statement_ids, added, known }
}

/** Inserts bookings, and adds them to those that the account has, for the next statement of the file. */
async function insertLines(
  context: Context,
  statement_id: string,
  bank_account: Uint8Array,
  fresh: readonly Planned[],
  imported: { identity: string; date: string; side: string; amount: number; layout: string | null }[],
): Promise<void> {
  const rows = numberedLines(fresh, imported)
  const lines = rows.map(({ line }) => line)
  await context.rows(
    `INSERT INTO bank_statement_lines (account_id, id, statement_id, number, bank_account, date, side, amount, currency,
       reference, description, match_text, reversal, identity, occurrence, status, created_at)
     SELECT $1, line.id, $2, line.number, $3, line.date, line.side, line.amount, $4, line.reference, line.description,
       line.match_text, line.reversal, decode(line.identity, 'hex'), line.occurrence,
       CASE line.side WHEN 'credit' THEN 'unmatched' ELSE 'debit' END, line.created_at
     FROM unnest($5::text[], $6::int[], $7::text[], $8::text[], $9::bigint[], $10::text[], $11::text[], $12::text[],
       $13::bool[], $14::text[], $15::int[], $16::bigint[])
       AS line (id, number, date, side, amount, reference, description, match_text, reversal, identity, occurrence, created_at)`,
    [
      context.account.id,
      statement_id,
      Buffer.from(bank_account),
      context.account.currency,
      lines.map(() => context.newId('bank_line')),
      lines.map(({ line }) => line),
      lines.map(({ date }) => date),
      lines.map(({ side }) => side),
      lines.map(({ amount }) => amount),
      lines.map(({ reference }) => reference),
      lines.map(({ description }) => description),
      lines.map(({ match_text }) => match_text),
      lines.map(({ reversal }) => reversal),
      rows.map(({ identity }) => identity),
      rows.map(({ occurrence }) => occurrence),
      lines.map(({ date }) => startOfDay(Date.parse(`${date}T12:00:00+05:30`) / 1000, BANK_ZONE)),
    ],
  )
  for (const { identity, line } of rows)
    imported.push({ identity, date: line.date, side: line.side, amount: line.amount, layout: null })
}

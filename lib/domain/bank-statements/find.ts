import { recordNotFound } from '#lib/domain/record.ts'
import type { bank_statement_lines, bank_statements } from '#lib/generated/prisma/client.ts'
import type { Context, Plain } from '#lib/pipeline/operation.ts'

type LineRow = Plain<bank_statement_lines>
type StatementRow = Plain<bank_statements>

/** Imports and matches of an account wait for each other. */
export async function lockStatements(context: Context): Promise<void> {
  await context.rows('SELECT 1 FROM accounts WHERE id = $1 FOR NO KEY UPDATE', [context.account.id])
}

/** A line of the account. @throws record_not_found */
export async function findLine(context: Context, id: string): Promise<LineRow> {
  const [line] = await context.rows<LineRow>(
    'SELECT * FROM bank_statement_lines WHERE account_id = $1 AND id = $2',
    [context.account.id, id],
  )
  if (!line) throw recordNotFound('bank_line', id)
  const { balance_change } = line
  return {
    ...line,
    amount: Number(line.amount),
    balance_change: balance_change === null ? null : Number(balance_change),
    created_at: Number(line.created_at),
  }
}

/** A statement of the account. @throws record_not_found */
export async function findStatement(context: Context, id: string): Promise<StatementRow> {
  const [statement] = await context.rows<StatementRow>(
    'SELECT * FROM bank_statements WHERE account_id = $1 AND id = $2',
    [context.account.id, id],
  )
  if (!statement) throw recordNotFound('bank_statement', id)
  return statement
}

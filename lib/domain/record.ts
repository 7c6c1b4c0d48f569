import type { Part } from '#lib/database/query.ts'
import { type AppError, refused } from '#lib/pipeline/errors.ts'
import type { Account, Context } from '#lib/pipeline/operation.ts'

/**
 * The error for an ID that matches no record of the account: a 404 if the path names the record (`id`), and a 400 if a
 * field of the body or another record does.
 */
export function recordNotFound(noun: string, id: string, field = 'id', status?: 400): AppError {
  return refused('record_not_found', `There is no ${noun} ${id} in this account and mode.`, { field, status })
}

/** A context, or the account alone where there is none yet. */
export type InAccount = { account: Pick<Account, 'id'> }

/** A record of the account by its id, for `context.read`; locked in a transaction. The table is named by the code. */
export function recordPart({ account }: InAccount, table: string, id: string): Part {
  return {
    sql: `SELECT * FROM ${table} WHERE account_id = ? AND id = ?`,
    values: [account.id, id],
    lock: table,
  }
}

/** The same row without a lock. */
export function unlocked({ sql, values }: Part): Part {
  return { sql, values }
}

/** A record of the account by its id, without a lock; null when there is none. */
export async function findRecord<R extends Record<string, unknown>>(
  context: Context,
  table: string,
  id: string,
): Promise<R | null> {
  const { record } = await context.read<{ record: R }>({ record: unlocked(recordPart(context, table, id)) })
  return record
}

/** The same, locked until the transaction ends. */
export async function lockRecord<R extends Record<string, unknown>>(
  context: Context,
  table: string,
  id: string,
): Promise<R | null> {
  const { record } = await context.read<{ record: R }>({ record: recordPart(context, table, id) })
  return record
}

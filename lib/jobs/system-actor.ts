import { ACCOUNT_COLUMNS, type AccountRow, ALL_ACCOUNT_TABLES, accountOf } from '#lib/auth/account-columns.ts'
import { PERMISSIONS } from '#lib/permissions.ts'
import type { Actor } from '#lib/pipeline/operation.ts'
import type { Query } from '#lib/query.ts'

/** The platform itself, acting in one account: what jobs run as. */
export async function systemActor(query: Query, accountId: string, name: string): Promise<Actor> {
  const { rows } = await query<AccountRow>(
    `SELECT ${ACCOUNT_COLUMNS} FROM ${ALL_ACCOUNT_TABLES} WHERE account.id = $1`,
    [accountId],
  )
  if (!rows[0]) throw new Error(`There is no account ${accountId}.`)
  return { kind: 'system', id: name, name, account: accountOf(rows[0]), permissions: new Set(PERMISSIONS) }
}

import { ACCOUNT_COLUMNS, type AccountRow, ALL_ACCOUNT_TABLES, accountOf } from '#lib/auth/account-columns.ts'
import { PERMISSIONS } from '#lib/permissions.ts'
import type { Actor } from '#lib/pipeline/operation.ts'
import type { Query } from '#lib/query.ts'

/** The platform itself, acting in one account: what jobs run as. */
export async function systemActor(query: Query, accountId: string, name: string): Promise<Actor> {
  const actor = (await systemActors(query, [accountId], name)).get(accountId)
  if (!actor) throw new Error(`There is no account ${accountId}.`)
  return actor
}

/** The platform in several accounts, by their IDs. */
export async function systemActors(
  query: Query,
  accountIds: string[],
  name: string,
): Promise<Map<string, Actor>> {
  const { rows } = await query<AccountRow>(
    `SELECT ${ACCOUNT_COLUMNS} FROM ${ALL_ACCOUNT_TABLES} WHERE account.id = ANY($1::text[])`,
    [accountIds],
  )
  return new Map(
    rows.map((row) => [
      row.account_id,
      { kind: 'system', id: name, name, account: accountOf(row), permissions: new Set(PERMISSIONS) },
    ]),
  )
}

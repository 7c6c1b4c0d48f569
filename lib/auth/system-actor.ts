import type { Part, Query } from '#lib/database/query.ts'
import type { Actor } from '#lib/pipeline/operation.ts'
import { readOf, type StatementReader, withPrefetched } from '#lib/pipeline/reader.ts'
import { PERMISSIONS } from '#lib/values/permissions.ts'
import { ACCOUNT_COLUMNS, type AccountRow, ALL_ACCOUNT_TABLES, accountOf } from './account-columns.ts'

/** The platform itself, acting in one account: what jobs run as. */
export async function systemActor(query: Query, accountId: string, name: string): Promise<Actor> {
  const actor = (await systemActors(query, [accountId], name)).get(accountId)
  if (!actor) throw new Error(`There is no account ${accountId}.`)
  return actor
}

/** The platform itself, read by one statement with what its operation reads first: `reader` has those rows. */
export async function systemActorWith(
  reader: StatementReader,
  accountId: string,
  name: string,
  parts: Record<string, Part>,
): Promise<{ actor: Actor; reader: StatementReader }> {
  const { [ACCOUNT]: account, ...rows } = await reader.read(
    readOf({ ...parts, [ACCOUNT]: accountPart(accountId) }),
  )
  if (!account) throw new Error(`There is no account ${accountId}.`)
  return {
    actor: actorOf(account as AccountRow, name),
    reader: withPrefetched(reader, readOf(parts), rows),
  }
}

/** No operation names a column like this. */
const ACCOUNT = 'account of the job'

function accountPart(id: string): Part {
  return {
    sql: `SELECT ${ACCOUNT_COLUMNS} FROM ${ALL_ACCOUNT_TABLES} WHERE account.id = ?`,
    values: [id],
  }
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
  return new Map(rows.map((row) => [row.account_id, actorOf(row, name)]))
}

function actorOf(row: AccountRow, name: string): Actor {
  return { kind: 'system', id: name, name, account: accountOf(row), permissions: new Set(PERMISSIONS) }
}

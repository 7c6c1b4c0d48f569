import { ACCOUNT_COLUMNS, accountOf } from '#lib/auth/api-key.ts'
import { PERMISSIONS } from '#lib/permissions.ts'
import type { Actor, Runtime } from '#lib/pipeline/operation.ts'

/** The house itself, acting in one account: what jobs run as. */
export async function systemActor(query: Runtime['query'], accountId: string, name: string): Promise<Actor> {
  const { rows } = await query(
    `SELECT ${ACCOUNT_COLUMNS} FROM accounts account JOIN merchants merchant ON merchant.id = account.merchant_id WHERE account.id = $1`,
    [accountId],
  )
  if (!rows[0]) throw new Error(`There is no account ${accountId}.`)
  return { kind: 'system', id: name, name, account: accountOf(rows[0]), permissions: new Set(PERMISSIONS) }
}

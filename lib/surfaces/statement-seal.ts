import { headers } from 'next/headers'
import type { z } from 'zod'
import { ADDRESS_HEADER } from '#lib/auth/address.ts'
import { ACCOUNT_COLUMNS, accountOf } from '#lib/auth/api-key.ts'
import { countWrongLink } from '#lib/auth/public-pages.ts'
import type { Permission } from '#lib/permissions.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Operation } from '#lib/pipeline/operation.ts'
import { runtime } from '#lib/runtime.ts'
import { newId } from '#lib/values/id.ts'
import { readCode } from '#lib/values/statement-code.ts'

/** Whoever has the code of a statement may see what stands on it, and nothing else. */
const PERMISSIONS: readonly Permission[] = ['wallets:read']

/**
 * What a statement on paper says, for whoever has its code, acting in the account that gave it out; null when no
 * statement has this code. The code cannot be guessed: to know it is to have the paper.
 */
export async function readByCode<I extends z.ZodType, O extends z.ZodType>(
  operation: Operation<I, O>,
  typed: string,
): Promise<z.output<O> | null> {
  const code = readCode(typed)
  if (code === null) return null
  const { query, clock } = runtime()
  const { rows } = await query(
    `SELECT ${ACCOUNT_COLUMNS} FROM statement_seals seal
     JOIN accounts account ON account.id = seal.account_id JOIN merchants merchant ON merchant.id = account.merchant_id
     WHERE seal.code = $1`,
    [code],
  )
  if (!rows[0]) {
    countWrongLink((await headers()).get(ADDRESS_HEADER))
    return null
  }
  const actor = {
    kind: 'payer',
    id: code,
    name: 'Statement reader',
    account: accountOf(rows[0]),
    permissions: new Set(PERMISSIONS),
  } as const
  const requestId = newId('request', clock())
  return (await execute(runtime(), operation, actor, { code }, { requestId })).value
}

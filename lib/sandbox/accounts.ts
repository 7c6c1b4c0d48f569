import { systemActor } from '#lib/auth/system-actor.ts'
import { createKey } from '#lib/domain/api-keys/create.ts'
import { resetTestData } from '#lib/domain/closures/reset-test-data.ts'
import { createMerchant } from '#lib/domain/merchants/create.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Runtime } from '#lib/pipeline/operation.ts'
import type { NewSandboxAccount } from '#lib/sandbox/schema.ts'
import { newId } from '#lib/values/id.ts'

/** The actor of what a test suite does through the sandbox control, as the audit log names it. */
const ACTOR = 'sandbox control'

/**
 * Creates a merchant for one test, and returns its account of test mode with an API key.
 * @param window how long its payments stay authorized, in seconds
 */
export async function openSandboxAccount(system: Runtime, input: NewSandboxAccount, window: number) {
  const { name, country, wallets } = input
  const { id: merchant_id, accounts } = await system.prisma.$transaction((tables) =>
    createMerchant(tables, { name, country }, system.clock(), {
      authorization_window_seconds: window,
      capabilities: wallets ? ['wallet'] : [],
    }),
  )
  const actor = await systemActor(system.query, accounts.test, ACTOR)
  const meta = { requestId: newId('request', system.clock()) }
  const { value: key } = await execute(system, createKey, actor, { name: 'Sandbox' }, meta)
  return { id: accounts.test, merchant_id, key_id: key.id, key_secret: key.secret }
}

/**
 * Begins to delete all records of an account of test mode. Its changes are rejected until the worker has done it.
 * @throws record_not_found, test_mode_only
 */
export async function resetSandboxAccount(system: Runtime, id: string) {
  await assertTestAccount(system, id)
  const actor = await systemActor(system.query, id, ACTOR)
  const meta = { requestId: newId('request', system.clock()), confirmed: true }
  const typed_name = actor.account.merchant_name
  return (await execute(system, resetTestData, actor, { typed_name }, meta)).value
}

/** @throws record_not_found, test_mode_only */
export async function assertTestAccount({ query }: Pick<Runtime, 'query'>, id: string): Promise<void> {
  const { rows } = await query<{ mode: string }>('SELECT mode FROM accounts WHERE id = $1', [id])
  if (!rows[0]) throw refused('record_not_found', 'There is no account with this ID.', { field: 'id' })
  if (rows[0].mode !== 'test')
    throw refused('test_mode_only', 'The sandbox control works on accounts of test mode alone.')
}

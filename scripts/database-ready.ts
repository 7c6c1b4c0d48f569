import { join } from 'node:path'
import { setKeyRing } from '#lib/auth/key-ring.ts'
import { type Env, masterKeyOf } from '#lib/process/env.ts'
import { checkKey } from '#scripts/key-check.ts'
import { assertWithheld } from '#scripts/schema/privileges.ts'
import { assertCurrent, migrationState } from '#scripts/schema/state.ts'
import { withConnection, withStartLock } from '#scripts/start-lock.ts'

/**
 * For processes beside the server (the worker, the command line): the database must be of this version and the key
 * must be that of its data, and the ledger protected from them. One that is being migrated now is waited for.
 * @throws CannotStart
 */
export async function assertDatabaseReady(databaseUrl: string, env: Env): Promise<void> {
  const state = await withConnection(databaseUrl, migrationState)
  if (!state.current) assertCurrent(await withStartLock(databaseUrl, migrationState))
  await withConnection(databaseUrl, async (query) => {
    await assertWithheld(query)
    setKeyRing(await checkKey(query, masterKeyOf(env), keyFileOf(env)))
  })
}

/** Where the key is kept when SECRET_KEY is not set. */
export function keyFileOf({ DATA_DIR }: Pick<Env, 'DATA_DIR'>): string {
  return join(DATA_DIR, 'secret.key')
}

import type { Env } from '#lib/env.ts'
import { masterKeyOf } from '#lib/runtime.ts'
import { keyFileOf } from '#scripts/database-ready.ts'
import { type Demo, ensureDemo } from '#scripts/demo.ts'
import { assertNoOtherKey, checkKey } from '#scripts/key-check.ts'
import { applyMissing } from '#scripts/migrate.ts'
import { step } from '#scripts/progress.ts'
import { withStartLock } from '#scripts/start-lock.ts'

/**
 * The preparation of a server's database: the migrations, the right key, and the demo merchant in a database without
 * merchants. One process at a time does it, so two first starts make one of each.
 * @throws CannotStart
 */
export async function prepareData(databaseUrl: string, env: Env): Promise<Demo> {
  return await withStartLock(
    databaseUrl,
    async (query) => {
      const key = [masterKeyOf(env), keyFileOf(env)] as const
      await assertNoOtherKey(query, ...key)
      await step('Migrations', () => applyMissing(databaseUrl, query))
      await checkKey(query, ...key)
      return await ensureDemo(query, env)
    },
    (line) => console.log(`  ${line}`),
  )
}

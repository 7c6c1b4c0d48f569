import { bringUpDatabase, prepareEnvironment } from '#scripts/environment.ts'
import { migrate as applyMissing } from '#scripts/migrate.ts'
import type { Answer } from './command.ts'

/** `migrate`: the same as `npm run migrate`, with output for scripts. */
export async function migrate(): Promise<Answer> {
  const { url, stop } = await bringUpDatabase(prepareEnvironment(), { join: true })
  try {
    const applied = await applyMissing(url, { say: console.error })
    const text = applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.'
    return { json: { applied }, text }
  } finally {
    await stop()
  }
}

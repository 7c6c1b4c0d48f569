import { bringUpDatabase, prepareEnvironment } from '#scripts/environment.ts'
import { migrate as applyMissing } from '#scripts/migrate.ts'
import type { Output } from './command.ts'

/** `migrateCommand`: the same as `npm run migrate`, with output for scripts. */
export async function migrateCommand(): Promise<Output> {
  const { url, stop } = await bringUpDatabase(prepareEnvironment(), { join: true })
  try {
    const applied = await applyMissing(url, { say: console.error })
    const text = applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.'
    return { json: { applied }, text }
  } finally {
    await stop()
  }
}

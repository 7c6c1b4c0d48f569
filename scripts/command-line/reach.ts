import { CannotStart } from '#scripts/cannot-start.ts'
import type { Query } from './migrations.ts'

/**
 * Asks a database for its version, which shows that it can be reached.
 * @throws CannotStart with where it was looked for, and what to do
 */
export async function reach(databaseUrl: string, query: Query): Promise<string> {
  try {
    const { rows } = await query(`SELECT current_setting('server_version') AS version`, [])
    return String(rows[0]?.version)
  } catch (cause) {
    const sentence = `The database at ${placeOf(databaseUrl)} does not answer: ${sentenceOf(cause)}.`
    throw new CannotStart(`${sentence} Start it, or correct DATABASE_URL.`, { cause })
  }
}

/** Where a database is, without the user and the password. */
export function placeOf(databaseUrl: string): string {
  const { host, pathname } = new URL(databaseUrl)
  return host + pathname
}

/** The error of a name with several addresses has no message of its own. */
function sentenceOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(sentenceOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}

import type { Update } from '#lib/pipeline/changes.ts'
import { isSecretName } from '#lib/redact.ts'
import { changesBetween } from '#lib/values/changes.ts'

/** The properties of a record that changed, before and after. */
export type BeforeAndAfter = { before: Record<string, unknown>; after: Record<string, unknown> }

/** Columns that say which bank call is under way. */
const INTERNAL = ['operation', 'checked_at', 'updated_at']

/**
 * The properties that differ, for an audit line; null where none does. Secrets are left out by name, and so is what is
 * encrypted or hashed.
 * @param names those to compare; by default all of `after`
 */
export function beforeAndAfter(
  before: object,
  after: object,
  names: readonly string[] = Object.keys(after),
): BeforeAndAfter | null {
  const shown = names.filter((name) => !isSecretName(name) && !/_(?:encrypted|hash)$/.test(name))
  const changes = Object.entries(changesBetween(shown, plain(before, shown), plain(after, shown))) as [
    string,
    { from: unknown; to: unknown },
  ][]
  if (changes.length === 0) return null
  return {
    before: Object.fromEntries(changes.map(([name, { from }]) => [name, from])),
    after: Object.fromEntries(changes.map(([name, { to }]) => [name, to])),
  }
}

/**
 * The same for the record of a line, from the guarded updates of its transaction: the columns that the decision rested on and
 * that were set. They cost no trip, since both values are there.
 */
export function changedByUpdates(updates: readonly Update[], objectId: string | null): BeforeAndAfter | null {
  const update = updates.find(({ key }) => key.id === objectId)
  if (objectId === null || !update) return null
  const { expected, set } = update
  const names = Object.keys(set).filter((name) => name in expected && !INTERNAL.includes(name))
  return beforeAndAfter(expected, set, names)
}

/** BIGINT columns as numbers, as JSON has them. */
function plain(record: object, names: readonly string[]): Record<string, unknown> {
  const values = record as Record<string, unknown>
  return Object.fromEntries(
    names.map((name) => [name, typeof values[name] === 'bigint' ? Number(values[name]) : values[name]]),
  )
}

import type { Update } from '#lib/pipeline/changes.ts'
import { isSecretName } from '#lib/process/redact.ts'
import { changesBetween } from '#lib/values/changes.ts'
import { propertyOf } from '#lib/values/json.ts'

export type BeforeAndAfter = { before: object; after: object }

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
  const changes = Object.entries(changesBetween(shown, plain(before, shown), plain(after, shown)))
  if (changes.length === 0) return null
  return {
    before: Object.fromEntries(changes.map(([name, change]) => [name, change?.from])),
    after: Object.fromEntries(changes.map(([name, change]) => [name, change?.to])),
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
function plain(record: object, names: readonly string[]) {
  return Object.fromEntries(
    names.map((name) => {
      const value = propertyOf(record, name)
      return [name, typeof value === 'bigint' ? Number(value) : value]
    }),
  )
}

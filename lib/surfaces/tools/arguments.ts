import { z } from 'zod'
import { refused } from '#lib/pipeline/errors.ts'
import type { Operation } from '#lib/pipeline/operation.ts'
import { coerce } from '#lib/surfaces/coerce.ts'
import { zoneOf } from '#lib/values/country-zone.ts'
import { readSpokenTime, SPOKEN_EXAMPLES } from '#lib/values/spoken-time.ts'
import { isTimestamp } from '#lib/values/timestamp.ts'

/** Where a call is made: days are those of the account's country. @property now in Unix seconds */
type Place = { country: string; now: number }

/** The arguments of an operation that are timestamps. */
export function timesOf(input: z.ZodType): ReadonlySet<string> {
  let times = known.get(input)
  if (!times) {
    const properties = Object.entries(shapeOf(input))
    times = new Set(properties.filter(([, schema]) => isTimestamp(schema)).map(([name]) => name))
    known.set(input, times)
  }
  return times
}
const known = new WeakMap<z.ZodType, ReadonlySet<string>>()

function shapeOf(schema: z.ZodType): Record<string, z.ZodType> {
  if (schema instanceof z.ZodPipe) return shapeOf(schema.def.out as z.ZodType)
  return schema instanceof z.ZodObject ? (schema.shape as Record<string, z.ZodType>) : {}
}

/**
 * The arguments of a call as the operation takes them: dates and words become Unix seconds, and what has one reading ("100"
 * for an integer) is read so.
 * @throws input_validation_failed for a time that can't be read
 */
export function readArguments(
  { input }: Pick<Operation, 'input'>,
  args: Record<string, unknown>,
  place: Place,
): Record<string, unknown> {
  const times = timesOf(input)
  const read = Object.entries(args).map(([name, value]) => [
    name,
    times.has(name) && typeof value === 'string' ? readTime(name, value, place) : value,
  ])
  return coerce(input, Object.fromEntries(read)) as Record<string, unknown>
}

function readTime(name: string, text: string, { country, now }: Place): number {
  const edge = name === 'to' || name.endsWith('_to') ? 'end' : 'start'
  const at = readSpokenTime(text, zoneOf(country), now, edge)
  if (at !== null) return at
  throw refused('input_validation_failed', `${name} must be a time, such as ${SPOKEN_EXAMPLES}.`, {
    field: name,
  })
}

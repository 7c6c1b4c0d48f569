import { z } from 'zod'
import type { Problem } from '#lib/pipeline/input-problems.ts'
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
 * The arguments of a call as the operation takes them: dates and words become Unix seconds, choices are read in any case, and
 * what has one reading ("100" for an integer) is read so.
 * @returns them, with a problem for each time that can't be read
 */
export function readArguments(
  { input }: Pick<Operation, 'input'>,
  args: Record<string, unknown>,
  { country, now }: Place,
): { read: Record<string, unknown>; problems: Problem[] } {
  const times = timesOf(input)
  const problems: Problem[] = []
  const read = Object.entries(args).map(([name, value]) => {
    if (!times.has(name) || typeof value !== 'string' || value === '') return [name, value]
    const edge = name === 'to' || name.endsWith('_to') ? 'end' : 'start'
    const at = readSpokenTime(value, zoneOf(country), now, edge)
    if (at === null)
      problems.push({ field: name, text: `${name} must be a time, such as ${SPOKEN_EXAMPLES}.` })
    return [name, at ?? value]
  })
  return { read: coerce(input, Object.fromEntries(read), true) as Record<string, unknown>, problems }
}

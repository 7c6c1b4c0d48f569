import { z } from 'zod'
import { readSpokenTime, SPOKEN_EXAMPLES } from '#lib/filters/spoken-time.ts'
import type { InputProblem } from '#lib/pipeline/input-problems.ts'
import type { Operation } from '#lib/pipeline/operation.ts'
import { coerce } from '#lib/surfaces/coerce.ts'
import { zoneOf } from '#lib/values/country.ts'
import { propertiesOf } from '#lib/values/schema-parts.ts'
import { LATEST } from '#lib/values/time.ts'
import { isTimestamp } from '#lib/values/timestamp.ts'

/** Where a call is made: days are those of the account's country. @property now in Unix seconds */
type Place = { country: string; now: number }

/** The arguments of an operation that are timestamps. */
export function timesOf(input: z.ZodType): ReadonlySet<string> {
  let times = known.get(input)
  if (!times) {
    const properties = Object.entries(propertiesOf(input))
    times = new Set(properties.filter(([, schema]) => isTimestamp(schema)).map(([name]) => name))
    known.set(input, times)
  }
  return times
}
const known = new WeakMap<z.ZodType, ReadonlySet<string>>()

const OTHER_NAMES: Record<string, string> = {
  limit: 'count',
  page_size: 'count',
  per_page: 'count',
  since: 'from',
  start: 'from',
  start_date: 'from',
  until: 'to',
  end: 'to',
  end_date: 'to',
  phone: 'contact',
  mobile: 'contact',
  phone_number: 'contact',
  date: 'period',
  day: 'period',
  q: 'query',
  created_after: 'from',
  created_from: 'from',
  created_before: 'to',
  created_to: 'to',
  captured_after: 'captured_from',
  captured_before: 'captured_to',
  expires_after: 'authorized_until_from',
  expires_from: 'authorized_until_from',
  expires_before: 'authorized_until_to',
  expires_to: 'authorized_until_to',
  expires_until: 'authorized_until_to',
  expiring_before: 'authorized_until_to',
}

/** The parts of an operation that say how its arguments are read. */
type Taking = Pick<Operation, 'input' | 'unsupported' | 'effect'>

/**
 * The arguments of a call as the operation takes them: dates and words become Unix seconds, choices are read in any case, and
 * what has one reading ("100" for an integer) is read so. Null is an argument that is not given, unless the operation gives
 * it a meaning.
 * @returns them, with a problem for each time that can't be read, and for filters that would mislead
 */
export function readArguments(
  operation: Taking,
  args: Record<string, unknown>,
  place: Place,
): { read: Record<string, unknown>; problems: InputProblem[] } {
  const { input } = operation
  const times = timesOf(input)
  const problems: InputProblem[] = []
  const read = Object.entries(renamed(operation, args)).map(([name, value]) => {
    const at = times.has(name) && value !== null ? timeOf(name, value, place) : value
    if (at === null && value !== null)
      problems.push({ field: name, text: `${name} must be a time, such as ${SPOKEN_EXAMPLES}.` })
    return [name, at ?? value] as const
  })
  if (operation.effect === 'read') problems.push(...emptyFilters(input, read), ...reversedSpans(times, read))
  return { read: coerce(input, Object.fromEntries(read), true) as Record<string, unknown>, problems }
}

type Read = readonly (readonly [name: string, value: unknown])[]

/** Filters that are empty: without them a list would have the records of everybody. */
function emptyFilters(input: z.ZodType, read: Read): InputProblem[] {
  const taken = propertiesOf(input)
  return read.flatMap(([name, value]) => {
    const schema = Object.hasOwn(taken, name) ? taken[name] : undefined
    if (value !== '' || !schema || !z.safeParse(schema, undefined).success) return []
    return [{ field: name, text: `${name} is empty. Leave it out, or send a value.` }]
  })
}

/** Spans of time that end before they begin, in which nothing is found. */
function reversedSpans(times: ReadonlySet<string>, read: Read): InputProblem[] {
  const sent = new Map(read)
  return [...times].flatMap((name) => {
    const to = name.replace(/(^|_)from$/, '$1to')
    const [first, last] = [sent.get(name), sent.get(to)]
    if (to === name || typeof first !== 'number' || typeof last !== 'number' || first <= last) return []
    return [{ field: name, text: `${name} is later than ${to}. Swap them.` }]
  })
}

/** A time in Unix seconds, or as it was sent where it is none of these forms; null for a text that can't be read. */
function timeOf(name: string, value: unknown, { country, now }: Place): unknown {
  const edge = name === 'to' || name.endsWith('_to') ? 'end' : 'start'
  // The clock of JavaScript counts milliseconds, which no time of ours reaches in seconds.
  if (typeof value === 'number') return value > LATEST && value <= LATEST * 1000 ? value / 1000 : value
  return typeof value === 'string' && value !== '' ? readSpokenTime(value, zoneOf(country), now, edge) : value
}

/** The arguments by the names of the tool. One with a name of the tool's own, or whose argument is sent already, keeps its name. */
function renamed(
  { input, unsupported = {}, effect }: Taking,
  args: Record<string, unknown>,
): Record<string, unknown> {
  const taken = propertiesOf(input)
  const known = (name: string) => Object.hasOwn(taken, name)
  const named = Object.fromEntries(
    Object.entries(args).flatMap(([name, value]) =>
      known(name) ? [[name, trimmed(name, value, effect)]] : [],
    ),
  )
  for (const [name, value] of Object.entries(args)) {
    if (known(name)) continue
    const other = Object.hasOwn(OTHER_NAMES, name) ? OTHER_NAMES[name] : idFor(taken, named, name, value)
    const fits = other !== undefined && known(other) && !Object.hasOwn(unsupported, name)
    named[fits && !Object.hasOwn(named, other) ? other : name] = trimmed(name, value, effect)
  }
  return named
}

/** A filter or an ID without the spaces around it. */
function trimmed(name: string, value: unknown, effect: Operation['effect']): unknown {
  const names = effect === 'read' || /(?:^|_)id$/.test(name)
  return names && typeof value === 'string' && value.length < 1000 ? value.trim() : value
}

/** The required ID that a value is sent for under another name: payment_id for id, or id for bill_id. Its prefix says which. */
function idFor(
  taken: ReturnType<typeof propertiesOf>,
  named: Record<string, unknown>,
  name: string,
  value: unknown,
): string | undefined {
  if (!/^(?:[a-z_]{1,40}_)?id$/.test(name) || typeof value !== 'string' || value.length > 60) return undefined
  const fitting = Object.entries(taken).filter(
    ([other, schema]) =>
      /(?:^|_)id$/.test(other) &&
      !Object.hasOwn(named, other) &&
      !z.safeParse(schema, undefined).success &&
      z.safeParse(schema, value).success,
  )
  return fitting.length === 1 ? fitting[0]?.[0] : undefined
}

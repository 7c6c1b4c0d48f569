import { z } from 'zod'
import { PAGE_SIZES } from '#components/ui/pager.tsx'
import type { Query } from '#components/ui/query.ts'
import type { Kind } from '#lib/values/id.ts'
import { Id } from '#lib/values/id.ts'
import { parseMoney } from '#lib/values/money-text.ts'
import { readPeriod } from '#lib/values/period.ts'

/** The members that the address of every list may have, as text; each complaint is a sentence for people. */
export function placeIn(kind: Kind) {
  return {
    count: z
      .enum(PAGE_SIZES.map(String), `Rows per page must be ${PAGE_SIZES.join(', ')}.`)
      .transform(Number)
      .default(PAGE_SIZES[0]),
    starting_after: Id(kind).optional(),
    ending_before: Id(kind).optional(),
  }
}

/** What the address of a list is read with: the reader's zone and the present. */
type AddressReader = { zone: string; now: number }

type Placed = { count: number; starting_after?: string | undefined; ending_before?: string | undefined }

/**
 * Reads the address of a list: what people write becomes what the operation takes. Where something cannot be read
 * there are no filters, only one sentence for each problem, and then nothing may be shown as if it had been filtered.
 * @param schema the filters that the list has, with the members of `placeIn`
 */
export function readAddress<Filters extends Placed>(
  schema: z.ZodType<Filters>,
  query: Query,
  { zone, now }: AddressReader,
) {
  const time = readPeriod(query, zone, now)
  const parsed = schema.safeParse(query)
  const late = time.problem ? [time.problem] : []
  const period = time.words
  if (!parsed.success) {
    const problems = [...parsed.error.issues.map((issue) => issue.message), ...late]
    return { read: null, period, place: { count: PAGE_SIZES[0] as number }, problems }
  }
  const { count, starting_after, ending_before, ...filters } = parsed.data
  return {
    read: { ...filters, from: time.from, to: time.to },
    period,
    place: { count, after: starting_after, before: ending_before },
    problems: late,
  }
}

/** Several of a few, with commas between: "pending,processed". */
export function several<const Value extends string>(values: readonly Value[], name: string) {
  return z.string().transform((text, check): Value[] => {
    const asked = text.split(',')
    const odd = asked.find((value) => !values.includes(value as Value))
    if (odd !== undefined) check.addIssue(`Unknown ${name} "${odd}". Use ${values.join(', ')}.`)
    return values.filter((value) => asked.includes(value))
  })
}

/** An amount as people type it, in minor units. */
export function typedAmount(currency: string) {
  return z.string().transform((text, check): number => {
    const minor = parseMoney(text, currency)
    if (minor === null) check.addIssue(`"${text}" is not an amount. Enter e.g. 1250 or 1250.50.`)
    return minor ?? 0
  })
}

export function shortText(most: number, what: string) {
  return z.string().trim().max(most, `${what} must be at most ${most} characters.`)
}

/** A filter that is on or not there: "1". */
export const flag = z.literal('1', 'Filter switches must have the value 1.').transform(() => true as const)

/** "shop=Mysuru 2", or only the key. */
export const typedNote = z
  .string()
  .max(513, 'The note is too long.')
  .transform((text): { note_key: string; note_value?: string } => {
    const at = text.indexOf('=')
    if (at < 0) return { note_key: text.trim() }
    return { note_key: text.slice(0, at).trim(), note_value: text.slice(at + 1).trim() }
  })

import { z } from 'zod'
import { placeIn, several, shortText } from '#components/record/address.ts'
import type { Query } from '#components/ui/query.ts'
import { EVENT_NAMES } from '#lib/domain/events/schema.ts'
import { readPeriod } from '#lib/values/period.ts'

export const PATH = '/events'

/** Reads the address of the list of events; what cannot be read is said, and then nothing is shown. */
export function readEvents(query: Query, { zone, now }: { zone: string; now: number }) {
  const time = readPeriod(query, zone, now)
  const parsed = ADDRESS.safeParse(query)
  const late = time.problem ? [time.problem] : []
  if (!parsed.success) {
    const problems = [...parsed.error.issues.map((issue) => issue.message), ...late]
    return { filters: {}, period: time.words, place: { count: 25 }, problems }
  }
  const { count, starting_after, ending_before, ...filters } = parsed.data
  return {
    filters: { ...filters, from: time.from, to: time.to },
    period: time.words,
    place: { count, after: starting_after, before: ending_before },
    problems: late,
  }
}

const ADDRESS = z.object({
  event: several(EVENT_NAMES, 'event').optional(),
  object: shortText(40, 'An id').optional(),
  ...placeIn('event'),
})

import { z } from 'zod'
import { placeIn, readAddress, several, shortText } from '#components/record/address.ts'
import type { Query } from '#components/ui/query.ts'
import { EVENT_NAMES } from '#lib/domain/events/schema.ts'

export const PATH = '/events'

/** Reads the address of the list of events; what cannot be read is said, and then nothing is shown. */
export function readEvents(query: Query, { zone, now }: { zone: string; now: number }) {
  const { read, ...rest } = readAddress(ADDRESS, query, { zone, now })
  return { filters: read ?? {}, ...rest }
}

const ADDRESS = z.object({
  event: several(EVENT_NAMES, 'event').optional(),
  object: shortText(40, 'An ID').optional(),
  ...placeIn('event'),
})

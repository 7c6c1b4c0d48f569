import { z } from 'zod'
import { placeIn, readAddress, several, shortText } from '#components/record/address.ts'
import type { Query } from '#components/ui/query.ts'
import { EVENT_NAMES } from '#lib/domain/events/schema.ts'
import { DELIVERY_STATES } from '#lib/domain/webhooks/schema.ts'

/** Reads the address of the list of deliveries; what cannot be read is said, and then nothing is shown. */
export function readDeliveries(query: Query, { zone, now }: { zone: string; now: number }) {
  const { read, ...rest } = readAddress(ADDRESS, query, { zone, now })
  return { filters: read ?? {}, ...rest }
}

const ADDRESS = z.object({
  state: several(DELIVERY_STATES, 'status').optional(),
  // A second spelling of a name is what some endpoints are sent.
  event: several([...EVENT_NAMES, 'transfer.processed', 'transfer.failed'], 'event').optional(),
  answer: z
    .enum(['2xx', '3xx', '4xx', '5xx', 'none'], 'Last response must be 2xx, 3xx, 4xx, 5xx or none.')
    .optional(),
  attempts: z
    .string()
    .regex(/^\d{1,3}$/, 'Attempts must be a whole number.')
    .transform(Number)
    .optional(),
  object: shortText(40, 'An ID').optional(),
  ...placeIn('event'),
})

import { z } from 'zod'
import { flag, placeIn, readAddress, several, shortText } from '#components/record/address.ts'
import type { Query } from '#components/ui/query.ts'
import { METHODS, SOURCES, STATUS_CLASSES } from '#lib/domain/requests/schema.ts'

export const PATH = '/logs'

/** What an address is read with: the reader's zone and the present. */
export type Reader = { zone: string; now: number }

export type ReadAddress = {
  filters: Record<string, unknown>
  /** The period in words, for its chip. */
  period: string | null
  place: { count: number; after?: string | undefined; before?: string | undefined }
  /** One sentence for each value that could not be read; then nothing may be shown as if it had been filtered. */
  problems: string[]
}

const Address = z.object({
  status: several(STATUS_CLASSES, 'status').optional(),
  reason: shortText(60, 'A reason').optional(),
  field: shortText(100, 'A field').optional(),
  operation: shortText(60, 'An operation').optional(),
  path: shortText(200, 'A path').optional(),
  method: z.enum(METHODS, `Method must be ${METHODS.join(', ')}.`).optional(),
  actor: shortText(255, 'A key or user').optional(),
  object: shortText(60, 'An object ID').optional(),
  source: z.enum(SOURCES, `Source must be ${SOURCES.join(', ')}.`).optional(),
  ip: shortText(60, 'An IP address').optional(),
  key: shortText(255, 'An idempotency key').optional(),
  slow: flag.optional(),
  ...placeIn('request'),
})

/** Reads the address of the log: what people write becomes what the operation takes. */
export function readLog(query: Query, { zone, now }: Reader): ReadAddress {
  const { read, ...rest } = readAddress(Address, query, { zone, now })
  return { filters: read ?? {}, ...rest }
}

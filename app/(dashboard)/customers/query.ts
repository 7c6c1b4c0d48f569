import { z } from 'zod'
import { placeIn, readAddress, shortText } from '#components/record/address.ts'
import type { Query } from '#components/ui/query.ts'

export const PATH = '/customers'

export type ReadAddress = {
  filters: Record<string, unknown>
  /** The period in words, for its chip. */
  period: string | null
  place: { count: number; after?: string | undefined; before?: string | undefined }
  /** One sentence for each value that could not be read; then nothing may be shown as if it had been filtered. */
  problems: string[]
}

/** Reads the address of the list: what people write becomes what the operation takes. */
export function readCustomers(query: Query, { zone, now }: { zone: string; now: number }): ReadAddress {
  const { read, ...rest } = readAddress(Address, query, { zone, now })
  return { filters: read ?? {}, ...rest }
}

const Address = z.object({
  q: shortText(100, 'The search').optional(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'Country must be 2 capital letters, e.g. IN.')
    .optional(),
  paying: z
    .enum(['0', '1'], 'Payments must be 1 (with payments) or 0 (without).')
    .transform((text) => text === '1')
    .optional(),
  ...placeIn('customer'),
})

import { z } from 'zod'
import { flag, placeIn, readAddress, several, shortText, typedAmount } from '#components/record/address.ts'
import type { Query } from '#components/ui/query.ts'
import type { RefundFilters } from '#lib/domain/refunds/browse.ts'
import { REFUND_STATUSES } from '#lib/domain/refunds/schema.ts'

export const PATH = '/refunds'

/** What an address is read with: the account's currency, the reader's zone and the present. */
export type Reader = { currency: string; zone: string; now: number }

export type ReadAddress = {
  filters: RefundFilters
  /** The period in words, for its chip. */
  period: string | null
  place: { count: number; after?: string | undefined; before?: string | undefined }
  /** One sentence for each value that could not be read; then nothing may be shown as if it had been filtered. */
  problems: string[]
}

/** Reads the address of the list: what people write becomes what the operation takes. */
export function readRefunds(query: Query, { currency, zone, now }: Reader): ReadAddress {
  const { read, ...rest } = readAddress(address(currency), query, { zone, now })
  return { filters: read ?? {}, ...rest }
}

function address(currency: string) {
  return z.object({
    status: several(REFUND_STATUSES, 'status').optional(),
    overdue: flag.optional(),
    speed: z.enum(['normal', 'optimum'], 'Speed must be normal or optimum.').optional(),
    initiator: z
      .enum(['key', 'user', 'system', 'client'], 'Requested by must be key, user, system or client.')
      .optional(),
    min: typedAmount(currency).optional(),
    max: typedAmount(currency).optional(),
    payment: shortText(40, 'A payment id').optional(),
    reference: shortText(40, 'A reference').optional(),
    ...placeIn('refund'),
  })
}

import { z } from 'zod'
import { placeIn, readAddress, several, shortText, typedAmount } from '#components/record/address.ts'
import type { Query } from '#components/ui/query.ts'
import { PAYOUT_STATUSES } from '#lib/domain/payouts/schema.ts'

export const PATH = '/payouts'

/** What an address is read with: the account's currency, the reader's zone and the present. */
export type Reader = { currency: string; zone: string; now: number }

export type ReadAddress = {
  filters: Record<string, unknown>
  /** The period in words, for its chip. */
  period: string | null
  place: { count: number; after?: string | undefined; before?: string | undefined }
  /** One sentence for each value that could not be read; then nothing may be shown as if it had been filtered. */
  problems: string[]
}

/** Reads the address of the list: what people write becomes what the operation takes. */
export function readPayouts(query: Query, { currency, zone, now }: Reader): ReadAddress {
  const { read, ...rest } = readAddress(address(currency), query, { zone, now })
  return { filters: read ?? {}, ...rest }
}

function address(currency: string) {
  return z.object({
    status: several(PAYOUT_STATUSES, 'status').optional(),
    min: typedAmount(currency).optional(),
    max: typedAmount(currency).optional(),
    customer: shortText(40, 'A customer ID').optional(),
    reference: shortText(40, 'A reference').optional(),
    utr: shortText(40, 'A UTR').optional(),
    purpose: shortText(30, 'A purpose').optional(),
    ...placeIn('payout'),
  })
}

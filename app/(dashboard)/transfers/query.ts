import { z } from 'zod'
import { placeIn, readAddress, several, shortText, typedAmount } from '#components/record/address.ts'
import type { Query } from '#components/ui/query.ts'
import { TRANSFER_STATUSES } from '#lib/domain/transfers/schema.ts'

export const PATH = '/transfers'

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
export function readTransfers(query: Query, { currency, zone, now }: Reader): ReadAddress {
  const { read, ...rest } = readAddress(address(currency), query, { zone, now })
  if (!read) return { filters: {}, ...rest }
  const { customer, payment, ...filters } = read
  return { filters: { ...filters, recipient: customer, source: payment }, ...rest }
}

function address(currency: string) {
  return z.object({
    status: several(TRANSFER_STATUSES, 'status').optional(),
    min: typedAmount(currency).optional(),
    max: typedAmount(currency).optional(),
    customer: shortText(40, 'A customer ID').optional(),
    payment: shortText(40, 'A payment ID').optional(),
    ...placeIn('transfer'),
  })
}

import { z } from 'zod'
import { placeIn, readAddress, several, shortText, typedAmount } from '#components/record/address.ts'
import type { Query } from '#components/ui/query.ts'
import type { BillFilters } from '#lib/domain/bills/browse.ts'
import { BUSINESS_CATEGORIES, RECEIPT_TYPES } from '#lib/domain/bills/schema/body.ts'
import { BILL_STATUSES } from '#lib/domain/bills/schema.ts'

export const PATH = '/bills'

/** What an address is read with: the account's currency, the reader's zone and the present. */
export type Reader = { currency: string; zone: string; now: number }

export type ReadAddress = {
  filters: BillFilters
  /** The period in words, for its chip. */
  period: string | null
  place: { count: number; after?: string | undefined; before?: string | undefined }
  /** One sentence for each value that could not be read; then nothing may be shown as if it had been filtered. */
  problems: string[]
}

/** Reads the address of the list: what people write becomes what the operation takes. */
export function readBills(query: Query, { currency, zone, now }: Reader): ReadAddress {
  const { read, ...rest } = readAddress(address(currency), query, { zone, now })
  return { filters: read ?? {}, ...rest }
}

function address(currency: string) {
  return z.object({
    q: shortText(64, 'The search').optional(),
    type: several(RECEIPT_TYPES, 'type').optional(),
    status: several(BILL_STATUSES, 'status').optional(),
    category: several(BUSINESS_CATEGORIES, 'category').optional(),
    store: shortText(64, 'A store').optional(),
    customer: shortText(40, 'A customer').optional(),
    delivery: shortText(20, 'A delivery').optional(),
    min: typedAmount(currency).optional(),
    max: typedAmount(currency).optional(),
    ...placeIn('bill'),
  })
}

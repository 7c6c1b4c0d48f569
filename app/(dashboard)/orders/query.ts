import { z } from 'zod'
import {
  flag,
  placeIn,
  readAddress,
  several,
  shortText,
  typedAmount,
  typedNote,
} from '#components/record/address.ts'
import type { Query } from '#components/ui/query.ts'
import type { OrderFilters } from '#lib/domain/orders/browse.ts'
import { ORDER_STATUSES } from '#lib/domain/orders/schema.ts'
import { Id } from '#lib/values/id.ts'

export const PATH = '/orders'

/** What an address is read with: the account's currency, the reader's zone and the present. */
export type Reader = { currency: string; zone: string; now: number }

export type ReadAddress = {
  filters: OrderFilters
  /** The period in words, for its chip. */
  period: string | null
  place: { count: number; after?: string | undefined; before?: string | undefined }
  /** One sentence for each value that could not be read; then nothing may be shown as if it had been filtered. */
  problems: string[]
}

/** Reads the address of the list: what people write becomes what the operation takes. */
export function readOrders(query: Query, { currency, zone, now }: Reader): ReadAddress {
  const { read, ...rest } = readAddress(address(currency), query, { zone, now })
  if (!read) return { filters: {}, ...rest }
  const { notes, ...filters } = read
  return { filters: { ...filters, ...notes }, ...rest }
}

function address(currency: string) {
  return z.object({
    status: several(ORDER_STATUSES, 'status').optional(),
    stuck: flag.optional(),
    failed: flag.optional(),
    min: typedAmount(currency).optional(),
    max: typedAmount(currency).optional(),
    receipt: shortText(40, 'A receipt').optional(),
    customer: Id('customer').optional(),
    notes: typedNote.optional(),
    ...placeIn('order'),
  })
}

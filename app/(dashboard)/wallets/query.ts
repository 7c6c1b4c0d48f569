import { z } from 'zod'
import { placeIn, shortText, typedAmount } from '#components/record/address.ts'
import type { Query } from '#components/ui/query.ts'

export const PATH = '/wallets'

export type ReadAddress = {
  filters: Record<string, unknown>
  place: { count: number; after?: string | undefined; before?: string | undefined }
  /** One sentence for each value that could not be read; then nothing may be shown as if it had been filtered. */
  problems: string[]
}

/** Reads the address of the list: what people write becomes what the operation takes. */
export function readWallets(query: Query, currency: string): ReadAddress {
  const parsed = address(currency).safeParse(query)
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => issue.message)
    return { filters: {}, place: { count: 25 }, problems }
  }
  const { count, starting_after, ending_before, ...filters } = parsed.data
  return { filters, place: { count, after: starting_after, before: ending_before }, problems: [] }
}

function address(currency: string) {
  return z.object({
    q: shortText(100, 'The search').optional(),
    min: typedAmount(currency).optional(),
    max: typedAmount(currency).optional(),
    ...placeIn('customer'),
  })
}

import { z } from 'zod'
import { placeIn } from '#components/record/address.ts'
import type { Query } from '#components/ui/query.ts'
import { Id } from '#lib/values/id.ts'

export const PATH = '/fund-accounts'

const Address = z.object({
  id: Id('fund_account').optional(),
  customer: Id('customer').optional(),
  active: z
    .enum(['true', 'false'], 'Active must be true or false.')
    .transform((text) => text === 'true')
    .optional(),
  ...placeIn('fund_account'),
})

/** Reads the address of the list: the filters, the place in it, and a sentence for each value that is none. */
export function readFundAccounts(query: Query) {
  const parsed = Address.safeParse(query)
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => issue.message)
    return { filters: {}, place: { count: 25 }, problems }
  }
  const { count, starting_after, ending_before, ...filters } = parsed.data
  return { filters, place: { count, after: starting_after, before: ending_before }, problems: [] }
}

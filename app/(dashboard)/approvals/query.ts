import { z } from 'zod'
import { DEEDS } from '#components/approvals/approval-filters.ts'
import { placeIn, readAddress, several, shortText, typedAmount } from '#components/record/address.ts'
import type { Query } from '#components/ui/query.ts'
import { APPROVAL_STATUSES, CAUSES } from '#lib/domain/approvals/schema.ts'

export const PATH = '/approvals'

type Reader = { currency: string; zone: string; now: number }

/** Reads the address of the list: what people write becomes what the operation takes. */
export function readApprovals(query: Query, { currency, zone, now }: Reader) {
  const { read, ...rest } = readAddress(address(currency), query, { zone, now })
  const { deed, ...filters } = read ?? {}
  const operation = deed === undefined ? {} : { operation: [...DEEDS[deed]] }
  return { filters: { ...filters, ...operation }, ...rest }
}

function address(currency: string) {
  return z.object({
    status: several(APPROVAL_STATUSES, 'status').optional(),
    cause: several(CAUSES, 'cause').optional(),
    deed: z.enum(Object.keys(DEEDS) as (keyof typeof DEEDS)[], 'Unknown action.').optional(),
    min: typedAmount(currency).optional(),
    max: typedAmount(currency).optional(),
    asker: shortText(80, 'Requested by').optional(),
    object: shortText(40, 'An ID').optional(),
    ...placeIn('approval'),
  })
}

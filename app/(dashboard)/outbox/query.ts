import { z } from 'zod'
import { placeIn, shortText } from '#components/record/address.ts'
import type { Query } from '#components/ui/query.ts'
import { MAIL_STATUSES } from '#lib/domain/mails/schema.ts'

export const PATH = '/outbox'

const Address = z.object({
  status: z.enum(MAIL_STATUSES, `Status must be ${MAIL_STATUSES.join(', ')}.`).optional(),
  recipient: shortText(64, 'An email').optional(),
  ...placeIn('mail'),
})

/** Reads the address of the outbox; one sentence for each value that could not be read. */
export function readOutbox(query: Query) {
  const parsed = Address.safeParse(query)
  if (!parsed.success)
    return { input: { count: 25 }, problems: parsed.error.issues.map((issue) => issue.message) }
  const { starting_after, ending_before, ...filters } = parsed.data
  return { input: { ...filters, after: starting_after, before: ending_before }, problems: [] }
}

import { z } from 'zod'
import { PAGE_SIZES } from '#components/ui/pager.tsx'
import type { Query } from '#components/ui/query.ts'
import { KEY_GROUPS } from '#lib/domain/api-keys/list.ts'
import { KeyId } from '#lib/domain/api-keys/schema.ts'

export const PATH = '/api-keys'

const Address = z.object({
  group: z.enum(KEY_GROUPS, 'Keys must be current, ending, ended or all.').default('current'),
  count: z
    .enum(PAGE_SIZES.map(String), `Rows per page must be ${PAGE_SIZES.join(', ')}.`)
    .transform(Number)
    .default(PAGE_SIZES[0]),
  starting_after: KeyId.optional(),
  ending_before: KeyId.optional(),
})

/** Reads the address of the list; one sentence for each value that could not be read. */
export function readKeys(query: Query) {
  const parsed = Address.safeParse(query)
  if (!parsed.success)
    return {
      input: { group: 'current' as const, count: 25 },
      problems: parsed.error.issues.map((issue) => issue.message),
    }
  const { starting_after, ending_before, ...rest } = parsed.data
  return { input: { ...rest, after: starting_after, before: ending_before }, problems: [] }
}

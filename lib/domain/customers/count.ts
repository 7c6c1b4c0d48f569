import { z } from 'zod'
import { assertInRegion } from '#lib/domain/customers/rules.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const countCustomers = defineOperation({
  name: 'count_customers',
  title: 'Count customers',
  summary: 'Returns how many customers there are, and from which countries.',
  permission: 'customers:read',
  http: null,
  effect: 'read',
  input: z.strictObject({}),
  output: z.object({
    total: z.int(),
    /** By the country of the phone number (two letters), the most frequent first. */
    countries: z.array(z.object({ country: z.string(), count: z.int() })),
  }),
  async run(context) {
    assertInRegion(context.account.country)
    const account_id = context.account.id
    const groups = await context.tables.customers.groupBy({
      by: ['country'],
      where: { account_id },
      _count: true,
    })
    return {
      total: groups.reduce((sum, group) => sum + group._count, 0),
      countries: groups
        .flatMap(({ country, _count: count }) => (country === null ? [] : [{ country, count }]))
        .sort((left, right) => right.count - left.count || left.country.localeCompare(right.country)),
    }
  },
})

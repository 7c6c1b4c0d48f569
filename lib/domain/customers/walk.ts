import { z } from 'zod'
import { walk } from '#lib/domain/browse.ts'
import { aboutCustomers } from '#lib/domain/customers/about.ts'
import { CustomerFilters, conditionsOf } from '#lib/domain/customers/browse.ts'
import { inRegion } from '#lib/domain/customers/rules.ts'
import { ListedCustomer } from '#lib/domain/customers/schema.ts'
import type { customers } from '#lib/generated/prisma/client.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const walkCustomers = defineOperation({
  name: 'walk_customers',
  title: 'Walk through customers',
  summary:
    'The next customers that the filter finds, for an export: nothing is counted, so that the whole costs what it holds.',
  permission: 'customers:read',
  alsoNeeds: ['exports:read'],
  http: null,
  effect: 'read',
  input: CustomerFilters.extend({
    count: z.int().min(1).max(1000).default(500),
    after: z.string().optional(),
  }),
  output: z.object({ items: z.array(ListedCustomer) }),
  async run(context, input) {
    inRegion(context.account.country)
    const rows = await walk<customers>(context, 'customers', conditionsOf(context, input), input)
    return { items: await aboutCustomers(context, rows) }
  },
})

import { z } from 'zod'
import { walk } from '#lib/domain/browse.ts'
import { conditionsOf, RefundFilters } from '#lib/domain/refunds/browse.ts'
import { ListedRefund } from '#lib/domain/refunds/schema.ts'
import type { refunds } from '#lib/generated/prisma/client.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const walkRefunds = defineOperation({
  name: 'walk_refunds',
  title: 'Walk through refunds',
  summary:
    'The next refunds that the filter finds, for an export: nothing is counted, so that the whole costs what it holds.',
  permission: 'refunds:read',
  alsoNeeds: ['exports:read'],
  http: null,
  effect: 'read',
  input: RefundFilters.extend({ count: z.int().min(1).max(1000).default(500), after: z.string().optional() }),
  output: z.object({ items: z.array(ListedRefund) }),
  async run(context, input) {
    return { items: await walk<refunds>(context, 'refunds', conditionsOf(context, input), input) }
  },
})

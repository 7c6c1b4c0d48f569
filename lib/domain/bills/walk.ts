import { z } from 'zod'
import { BillFilters, conditionsOf } from '#lib/domain/bills/browse.ts'
import { ListedBill } from '#lib/domain/bills/schema.ts'
import { walk } from '#lib/domain/browse.ts'
import type { bills } from '#lib/generated/prisma/client.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const walkBills = defineOperation({
  name: 'walk_bills',
  title: 'Walk through bills',
  summary:
    'The next bills that the filter finds, for an export: nothing is counted, so that the whole costs what it holds.',
  permission: 'bills:read',
  alsoNeeds: ['exports:read'],
  http: null,
  effect: 'read',
  input: BillFilters.extend({ count: z.int().min(1).max(1000).default(500), after: z.string().optional() }),
  output: z.object({ items: z.array(ListedBill) }),
  async run(context, input) {
    return { items: await walk<bills>(context, 'bills', conditionsOf(context, input), input) }
  },
})

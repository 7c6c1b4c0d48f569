import { z } from 'zod'
import { walk } from '#lib/domain/browse.ts'
import { conditionsOf, listed, PaymentFilters } from '#lib/domain/payments/browse.ts'
import { ListedPayment } from '#lib/domain/payments/schema.ts'
import type { payments } from '#lib/generated/prisma/client.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const walkPayments = defineOperation({
  name: 'walk_payments',
  title: 'Walk through payments',
  summary:
    'The next payments that the filter finds, for an export: nothing is counted, so that the whole costs what it holds.',
  permission: 'payments:read',
  alsoNeeds: ['exports:read'],
  http: null,
  effect: 'read',
  input: PaymentFilters.extend({
    count: z.int().min(1).max(1000).default(500),
    after: z.string().optional(),
  }),
  output: z.object({ items: z.array(ListedPayment) }),
  async run(context, input) {
    const rows = await walk<payments>(context, 'payments', conditionsOf(context, input), input)
    return { items: await listed(context, rows) }
  },
})

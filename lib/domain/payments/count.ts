import { z } from 'zod'
import { countNewer } from '#lib/domain/browse.ts'
import { conditionsOf, PaymentFilters } from '#lib/domain/payments/browse.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const countNewerPayments = defineOperation({
  name: 'count_newer_payments',
  title: 'Count newer payments',
  summary:
    'Returns how many payments that the filter finds are newer than one that is shown, counted up to a limit.',
  permission: 'payments:read',
  http: null,
  effect: 'read',
  input: PaymentFilters.extend({ than: z.string().optional(), most: z.int().min(1).default(100) }),
  output: z.object({ count: z.int() }),
  async run(context, input) {
    return {
      count: await countNewer(context, 'payments', conditionsOf(context, input), input.than, input.most),
    }
  },
})

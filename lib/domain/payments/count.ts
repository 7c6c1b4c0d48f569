import { z } from 'zod'
import { countNewer } from '#lib/domain/browse.ts'
import { conditionsOf, PaymentFilters } from '#lib/domain/payments/browse.ts'
import { PAYMENT_STATUSES } from '#lib/domain/payments/schema.ts'
import { defineOperation } from '#lib/operation.ts'

export const countPayments = defineOperation({
  name: 'count_payments',
  title: 'Count payments',
  summary: 'Returns how many payments there are in each status, and when the next authorization lapses.',
  permission: 'payments:read',
  http: null,
  effect: 'read',
  input: z.strictObject({}),
  output: z.object({
    total: z.int(),
    by_status: z.record(z.enum(PAYMENT_STATUSES), z.int()),
    next_capture_by: z.int().nullable(),
  }),
  async run(context) {
    const account_id = context.account.id
    const groups = await context.tables.payments.groupBy({
      by: ['status'],
      where: { account_id },
      _count: true,
    })
    const next = await context.tables.payments.aggregate({
      where: { account_id, status: 'authorized' },
      _min: { capture_by: true },
    })
    const counts = new Map(groups.map((group) => [group.status, group._count]))
    const by_status = Object.fromEntries(PAYMENT_STATUSES.map((status) => [status, counts.get(status) ?? 0]))
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
    return {
      total,
      by_status,
      next_capture_by: next._min.capture_by === null ? null : Number(next._min.capture_by),
    }
  },
})

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

import { z } from 'zod'
import { REFUND_STATUSES } from '#lib/domain/refunds/schema.ts'
import { defineOperation } from '#lib/operation.ts'
import { overdueBefore } from '#lib/values/working-days.ts'

export const countRefunds = defineOperation({
  name: 'count_refunds',
  title: 'Count refunds',
  summary: 'Returns how many refunds there are in each status, and how many of the pending ones are overdue.',
  permission: 'refunds:read',
  http: null,
  effect: 'read',
  input: z.strictObject({}),
  output: z.object({
    total: z.int(),
    by_status: z.record(z.enum(REFUND_STATUSES), z.int()),
    overdue: z.int(),
  }),
  async run(context) {
    const account_id = context.account.id
    const groups = await context.tables.refunds.groupBy({
      by: ['status'],
      where: { account_id },
      _count: true,
    })
    const overdue = await context.tables.refunds.count({
      where: { account_id, status: 'pending', created_at: { lte: overdueBefore(context.now) } },
    })
    const counts = new Map(groups.map((group) => [group.status, group._count]))
    return {
      total: [...counts.values()].reduce((sum, count) => sum + count, 0),
      by_status: Object.fromEntries(REFUND_STATUSES.map((status) => [status, counts.get(status) ?? 0])),
      overdue,
    }
  },
})

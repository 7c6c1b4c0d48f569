import { z } from 'zod'
import { BILL_STATUSES } from '#lib/domain/bills/schema.ts'
import { defineOperation } from '#lib/operation.ts'

export const countBills = defineOperation({
  name: 'count_bills',
  title: 'Count bills',
  summary: 'Returns how many bills there are in each status and of each type.',
  permission: 'bills:read',
  http: null,
  effect: 'read',
  input: z.strictObject({}),
  output: z.object({
    total: z.int(),
    by_status: z.record(z.enum(BILL_STATUSES), z.int()),
    by_type: z.record(z.string(), z.int()),
  }),
  async run(context) {
    const groups = await context.tables.bills.groupBy({
      by: ['status', 'receipt_type'],
      where: { account_id: context.account.id },
      _count: true,
    })
    const sumOf = (kept: typeof groups) => kept.reduce((sum, group) => sum + group._count, 0)
    const types = [...new Set(groups.map((group) => group.receipt_type))]
    return {
      total: sumOf(groups),
      by_status: Object.fromEntries(
        BILL_STATUSES.map((status) => [status, sumOf(groups.filter((group) => group.status === status))]),
      ),
      by_type: Object.fromEntries(
        types.map((type) => [type, sumOf(groups.filter((group) => group.receipt_type === type))]),
      ),
    }
  },
})

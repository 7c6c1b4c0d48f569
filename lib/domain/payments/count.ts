import { z } from 'zod'
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
  output: z.object({ total: z.int(), by_status: z.record(z.enum(PAYMENT_STATUSES), z.int()), next_capture_by: z.int().nullable() }),
  async run(context) {
    const account_id = context.account.id
    const groups = await context.tables.payments.groupBy({ by: ['status'], where: { account_id }, _count: true })
    const next = await context.tables.payments.aggregate({ where: { account_id, status: 'authorized' }, _min: { capture_by: true } })
    const counts = new Map(groups.map((group) => [group.status, group._count]))
    const by_status = Object.fromEntries(PAYMENT_STATUSES.map((status) => [status, counts.get(status) ?? 0]))
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
    return { total, by_status, next_capture_by: next._min.capture_by === null ? null : Number(next._min.capture_by) }
  },
})

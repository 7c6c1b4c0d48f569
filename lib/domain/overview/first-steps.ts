import { z } from 'zod'
import { FirstSteps } from '#lib/domain/overview/schema.ts'
import { defineOperation } from '#lib/operation.ts'

export const fetchFirstSteps = defineOperation({
  name: 'fetch_first_steps',
  title: 'Fetch the first steps',
  summary: 'Returns which of the first steps of a new merchant are done, and the key to take them with.',
  permission: 'payments:read',
  http: null,
  effect: 'read',
  input: z.strictObject({}),
  output: FirstSteps,
  async run(context) {
    const account_id = context.account.id
    const key = await context.tables.api_keys.findFirst({
      where: { account_id, revoked_at: null },
      orderBy: [{ created_at: 'asc' }, { id: 'asc' }],
      select: { id: true },
    })
    // Each stops at the first row that it meets.
    const [has] = await context.tables.$queryRaw<object[]>`
      SELECT EXISTS (SELECT FROM orders WHERE account_id = ${account_id}) AS has_order,
             EXISTS (SELECT FROM payments WHERE account_id = ${account_id}) AS has_payment,
             EXISTS (SELECT FROM payments WHERE account_id = ${account_id} AND status IN ('captured', 'refunded') AND captured) AS has_capture,
             EXISTS (SELECT FROM refunds WHERE account_id = ${account_id}) AS has_refund`
    return {
      ...has,
      has_key: key !== null,
      key_id: context.actor.permissions.has('keys:read') ? (key?.id ?? null) : null,
    }
  },
})

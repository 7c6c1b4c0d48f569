import { z } from 'zod'
import { RefundThresholds, UpdateRefundThresholds } from '#lib/domain/approvals/schema.ts'
import { type Context, defineOperation } from '#lib/operation.ts'

export const fetchRefundThresholds = defineOperation({
  name: 'fetch_refund_thresholds',
  title: 'Fetch the thresholds of refunds',
  summary:
    'Returns above which amounts refunds take two people: at this merchant, by role, and for whoever asks.',
  permission: 'approvals:ask',
  http: null,
  effect: 'read',
  input: z.strictObject({}),
  output: RefundThresholds,
  run: thresholdsFor,
})

export const updateRefundThresholds = defineOperation({
  name: 'update_refund_thresholds',
  title: 'Set the thresholds of refunds',
  summary:
    'Says above which amounts refunds wait for a second person, at this merchant and by role, in this mode.',
  permission: 'business:write',
  http: null,
  input: UpdateRefundThresholds,
  output: RefundThresholds,
  async run(context, { merchant, by_role }) {
    const { account } = context
    const before = await thresholdsFor(context)
    const set = Object.fromEntries(Object.entries(by_role).filter(([, amount]) => amount !== null))
    await context.tables.accounts.update({
      where: { id: account.id },
      data: { refund_approval_above: merchant, refund_approval_by_role: set },
    })
    context.about(account.id)
    context.note({
      changes: {
        merchant: { from: before.merchant, to: merchant },
        by_role: { from: before.by_role, to: set },
      },
    })
    return thresholdsFor(context)
  },
})

async function thresholdsFor(context: Context) {
  const { account, actor } = context
  const row = await context.tables.accounts.findUniqueOrThrow({
    where: { id: account.id },
    select: { refund_approval_above: true, refund_approval_by_role: true },
  })
  const member = await context.tables.memberships.findUnique({
    where: { merchant_id_user_id: { merchant_id: account.merchant_id, user_id: actor.id } },
    select: { role: true },
  })
  const merchant = row.refund_approval_above === null ? null : Number(row.refund_approval_above)
  const by_role = row.refund_approval_by_role as Record<string, number>
  const bounds = [merchant, by_role[member?.role ?? ''] ?? null].filter((amount) => amount !== null)
  return {
    currency: account.currency,
    merchant,
    by_role,
    own: bounds.length > 0 ? Math.min(...bounds) : null,
  }
}

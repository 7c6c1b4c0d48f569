import { assertGateway, lockAcquirer } from '#lib/domain/acquirers/find.ts'
import { OfAcquirer } from '#lib/domain/acquirers/schema.ts'
import { askAcquirer } from '#lib/domain/bank-notifications.ts'
import { compareDifference } from '#lib/domain/gateway-checks/compare.ts'
import { findDifference } from '#lib/domain/gateway-checks/fetch.ts'
import { recordWalk } from '#lib/domain/gateway-checks/record.ts'
import { assertAskable, assertOpen } from '#lib/domain/gateway-checks/rules.ts'
import { AcknowledgeDifference, GatewayDifference, OfDifference } from '#lib/domain/gateway-checks/schema.ts'
import type { Walk } from '#lib/domain/gateway-checks/walk.ts'
import { findPayment } from '#lib/domain/payments/find.ts'
import { processRefund } from '#lib/domain/refunds/process.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'

export const requestComparison = defineOperation({
  name: 'request_gateway_comparison',
  title: 'Request a comparison',
  summary: 'Has the worker compare a gateway account with the records here now, and not only at night.',
  permission: 'settlements:write',
  http: null,
  input: OfAcquirer,
  output: OfAcquirer,
  errors: ['record_not_found'],
  async run(context, { id }) {
    assertGateway(await lockAcquirer(context, id))
    const { account, now, rows } = context
    await rows(
      `INSERT INTO gateway_checks AS checked (account_id, acquirer_id, polled_at, polled_until, requested_at)
       VALUES ($1, $2, 0, $3, $3)
       ON CONFLICT (account_id, acquirer_id) DO UPDATE SET requested_at = EXCLUDED.requested_at
         WHERE checked.requested_at IS NULL`,
      [account.id, id, now],
    )
    context.about(id)
    return { id }
  },
})

export const acknowledgeDifference = defineOperation({
  name: 'acknowledge_gateway_difference',
  title: 'Acknowledge a difference',
  summary: 'Says why a difference between a gateway account and the records here stays.',
  permission: 'settlements:write',
  http: null,
  input: AcknowledgeDifference,
  output: GatewayDifference,
  errors: ['record_not_found'],
  async run(context, { id, reason }) {
    const { account, actor, now, rows } = context
    await rows('SELECT 1 FROM gateway_differences WHERE account_id = $1 AND id = $2 FOR UPDATE', [
      account.id,
      id,
    ])
    const before = await findDifference(context, id)
    assertOpen(before)
    await rows(
      `UPDATE gateway_differences SET state = 'acknowledged', acknowledged_by = $3, acknowledged_at = $4, reason = $5
       WHERE account_id = $1 AND id = $2`,
      [account.id, id, `${actor.kind}:${actor.name}`, now, reason],
    )
    context.about(id)
    context.noteChange({ state: before.state, reason: before.reason }, { state: 'acknowledged', reason })
    return findDifference(context, id)
  },
})

export const askAboutDifference = defineOperation({
  name: 'ask_about_gateway_difference',
  title: 'Ask the gateway again',
  summary:
    'Asks the gateway for the outcome of the record of a difference, records it, and compares the record again.',
  permission: 'settlements:write',
  emits: askAcquirer.emits,
  http: null,
  effect: 'steps',
  input: OfDifference,
  output: GatewayDifference,
  errors: ['record_not_found', 'acquirer_unavailable'],
  async run(context, { id }) {
    const difference = await findDifference(context, id)
    assertAskable(difference)
    await ask(context, difference)
    const reader = await context.acquirers.reader(context.account, difference.acquirer_id)
    const walk: Walk = { found: new Map(), checked: new Set(), records: 0, underWay: 0, unread: 0 }
    if (reader) await compareDifference(context, reader, walk, difference, { recent: true })
    return context.transaction(async (inner) => {
      await recordWalk(inner, difference.acquirer_id, walk)
      inner.about(id)
      return findDifference(inner, id)
    })
  },
})

/** By the same calls that a webhook causes. */
async function ask(context: Context, { subject, object_id, acquirer_id }: GatewayDifference): Promise<void> {
  if (object_id === null) return
  if (subject === 'refund') {
    await processRefund.run(context, { id: object_id })
    return
  }
  const { authorization_reference: reference } = await findPayment(context, object_id)
  if (reference !== null) await askAcquirer.run(context, { id: acquirer_id, reference })
}

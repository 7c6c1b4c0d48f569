import { findDelivery, findWebhook, holdWebhook } from '#lib/domain/webhooks/find.ts'
import { queueFailedAgain, queueMissed } from '#lib/domain/webhooks/missed-events.ts'
import { knownSince } from '#lib/domain/webhooks/rules.ts'
import { Delivery, Replayed, ReplayWebhook, ResendDelivery } from '#lib/domain/webhooks/schema.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const resendDelivery = defineOperation({
  name: 'resend_delivery',
  title: 'Resend a delivery',
  summary: 'Sends an event to an endpoint again now, whether it arrived before or not.',
  permission: 'webhooks:write',
  http: null,
  input: ResendDelivery,
  output: Delivery,
  async run(context, input) {
    const endpoint = await findWebhook(context, input.id)
    if (!endpoint.active || endpoint.disabled_at !== null) throw refused('webhook_not_active')
    const delivery = await findDelivery(context, input)
    context.about(endpoint.id)
    context.note({ event_id: delivery.event_id })
    return context.tables.webhook_deliveries.update({
      where: {
        account_id_endpoint_id_event_id: {
          account_id: context.account.id,
          endpoint_id: delivery.endpoint_id,
          event_id: delivery.event_id,
        },
      },
      data: {
        state: 'pending',
        cause: 'resend',
        round_at: context.now,
        round_attempts: 0,
        due_at: context.now,
      },
    })
  },
})

export const replayWebhook = defineOperation({
  name: 'replay_webhook',
  title: 'Replay to a webhook',
  summary:
    'Sends again everything since a time that was given up, or that the endpoint was never sent, or both. It reaches 30 days back, as long as deliveries are kept.',
  permission: 'webhooks:write',
  http: null,
  input: ReplayWebhook,
  output: Replayed,
  async run(context, input) {
    const endpoint = await holdWebhook(context, input.id)
    if (!endpoint.active || endpoint.disabled_at !== null) throw refused('webhook_not_active')
    const to = input.to ?? context.now
    const failed =
      input.what === 'missed'
        ? 0
        : await queueFailedAgain(context, endpoint, { created_at: { gte: input.from, lte: to } })
    const found =
      input.what === 'failed'
        ? 0
        : await queueMissed(context, endpoint, knownSince(input.from, context.now), to)
    context.note({ what: input.what, from: input.from, to, count: failed + found })
    return { id: endpoint.id, count: failed + found }
  },
})

import { z } from 'zod'
import { emailAboutWebhook } from '#lib/domain/webhooks/alert-email.ts'
import { holdWebhook } from '#lib/domain/webhooks/find.ts'
import { endpointStateOf } from '#lib/domain/webhooks/rules.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { Id } from '#lib/values/id.ts'
import { DAY } from '#lib/values/time.ts'

export const tellOfRecoveredWebhook = defineOperation({
  name: 'tell_of_recovered_webhook',
  title: 'Tell of a recovered webhook',
  summary:
    'Emails the people who were told that an endpoint failed or was disabled, once, when a delivery succeeds.',
  permission: 'webhooks:write',
  http: null,
  effect: 'steps',
  input: z.strictObject({ id: Id('webhook') }),
  output: z.object({ told: z.boolean() }),
  run: (context, { id }) =>
    context.transaction(async (inner) => {
      const { account, tables } = inner
      const endpoint = await holdWebhook(inner, id)
      // Another process was first, or it fails again.
      if (!endpoint.failure_told || endpointStateOf(endpoint) !== 'active') return { told: false }
      await tables.webhook_endpoints.update({
        where: { account_id_id: { account_id: account.id, id } },
        data: { failure_told: false },
      })
      inner.about(id)
      inner.note({ url: endpoint.url })
      await emailAboutWebhook(inner, endpoint, {
        kind: 'webhook_recovered',
        title: 'Webhook recovered',
        paragraphs: [
          `Deliveries to ${endpoint.url} succeed again.`,
          'Events that are still queued are sent as their retries fall due. To send them now, replay them on the page of the webhook.',
        ],
        daily: true,
        among: await peopleNotified(inner, id),
      })
      return { told: true }
    }),
})

/** The IDs of the people who got an email about the failure. An endpoint fails for a day at most before it is disabled. */
async function peopleNotified({ account, rows, now }: Context, id: string): Promise<string[]> {
  const people = await rows<{ id: string }>(
    `SELECT person.id FROM memberships membership JOIN users person ON person.id = membership.user_id
     WHERE membership.merchant_id = $1 AND EXISTS (SELECT FROM mails told WHERE told.account_id = $2
       AND told.object_id = $3 AND told.kind IN ('webhook_failing', 'webhook_disabled') AND told.recipient = person.email
       AND told.created_at > $4)`,
    [account.merchant_id, account.id, id, now - NOTIFIED_WITHIN],
  )
  return people.map((person) => person.id)
}

/** A disabled endpoint can wait for weeks until its URL is fixed. */
const NOTIFIED_WITHIN = 30 * DAY

import { z } from 'zod'
import { button, emailHtml, paragraph } from '#lib/domain/mails/email-layout.ts'
import { writeMail } from '#lib/domain/mails/write.ts'
import { emailStaff } from '#lib/domain/notifications/staff-email.ts'
import { holdWebhook } from '#lib/domain/webhooks/find.ts'
import { endpointStateOf, failureToTell } from '#lib/domain/webhooks/rules.ts'
import type { webhook_endpoints } from '#lib/generated/prisma/client.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { Id } from '#lib/values/id.ts'
import { DAY } from '#lib/values/time.ts'

type Alert = {
  kind: 'webhook_failing' | 'webhook_disabled' | 'webhook_recovered'
  /** "Webhook disabled", before the host. */
  title: string
  paragraphs: [string, string]
  /** Each person gets at most one email of the kind a day about this endpoint. */
  daily?: boolean
  /** The IDs of the people whom it concerns; everyone who gets the kind if it is left out. */
  among?: string[]
}

/**
 * Emails the alert address of an endpoint, and the staff who look after webhooks. A person with that address gets one
 * email.
 */
export async function emailAboutWebhook(
  context: Context,
  { id, url, alert_email }: Pick<webhook_endpoints, 'id' | 'url' | 'alert_email'>,
  { kind, title, paragraphs, daily = false, among }: Alert,
): Promise<void> {
  const { account, baseUrl } = context
  const subject = `${title}: ${new URL(url).host}`
  const path = `/webhooks/${id}`
  if (alert_email !== null) {
    const merchant = `${account.merchant_name} (${account.mode} mode)`
    const page = `${baseUrl}${path}`
    await writeMail(context, {
      kind,
      object_id: id,
      recipient: alert_email,
      subject,
      text: `${[merchant, ...paragraphs].join('\n\n')}\n${page}\n`,
      html: emailHtml({
        title: subject,
        body: [
          paragraph(merchant, 'soft'),
          ...paragraphs.map((text) => paragraph(text)),
          button('View webhook', page),
        ],
      }),
    })
  }
  await emailStaff(
    context,
    {
      kind,
      object_id: id,
      subject,
      paragraphs,
      link: { label: 'View webhook', path },
      ...(daily ? { daily: 'webhook' } : {}),
    },
    { except: alert_email, ...(among === undefined ? {} : { among }) },
  )
}

export const warnOfFailingWebhook = defineOperation({
  name: 'warn_of_failing_webhook',
  title: 'Warn of a failing webhook',
  summary:
    'Emails the alert address and staff when all deliveries to an endpoint have failed for an hour, at most once a day, before it is disabled.',
  permission: 'webhooks:write',
  http: null,
  effect: 'steps',
  input: z.strictObject({ id: Id('webhook') }),
  output: z.object({ warned: z.boolean() }),
  run: (context, { id }) =>
    context.transaction(async (inner) => {
      const { account, now, tables } = inner
      const endpoint = await holdWebhook(inner, id)
      // Another process was first, or a delivery has succeeded meanwhile.
      if (endpointStateOf(endpoint) !== 'failing' || !failureToTell(endpoint, now)) return { warned: false }
      await tables.webhook_endpoints.update({
        where: { account_id_id: { account_id: account.id, id } },
        data: { failing_told_at: now, failure_told: true },
      })
      const last = await tables.webhook_attempts.findFirst({
        where: { account_id: account.id, endpoint_id: id, error: { not: null } },
        orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
        select: { error: true },
      })
      const reason = `All deliveries have failed for an hour. ${last?.error ?? ''}`.trim()
      inner.about(id)
      inner.note({ url: endpoint.url, reason })
      await emailAboutWebhook(inner, endpoint, {
        kind: 'webhook_failing',
        title: 'Webhook failing',
        paragraphs: [
          `Deliveries to ${endpoint.url} fail. ${reason}`,
          'Fix the URL or the server behind it: deliveries are retried, so no events are lost. The webhook is disabled after 24 hours without a success.',
        ],
        daily: true,
      })
      return { warned: true }
    }),
})

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

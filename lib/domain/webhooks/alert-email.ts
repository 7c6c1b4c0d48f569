import { button, emailHtml, paragraph } from '#lib/domain/mails/email-layout.ts'
import { writeMail } from '#lib/domain/mails/write.ts'
import { emailStaff } from '#lib/domain/notifications/staff-email.ts'
import type { webhook_endpoints } from '#lib/generated/prisma/client.ts'
import type { Context } from '#lib/pipeline/operation.ts'

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

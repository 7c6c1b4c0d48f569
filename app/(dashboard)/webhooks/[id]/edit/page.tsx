import type { Metadata } from 'next'
import { ChangePage } from '#app/(dashboard)/webhooks/[id]/change-page.tsx'
import { webhookOf } from '#app/(dashboard)/webhooks/[id]/record.ts'
import { updateWebhookAction } from '#app/(dashboard)/webhooks/actions.ts'
import { WebhookForm } from '#components/webhooks/webhook-form.tsx'
import { fieldsOfEvents } from '#components/webhooks/webhook-form-state.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import { env } from '#lib/process/env.ts'
import { openForm } from '#lib/surfaces/form-action.ts'

export const metadata: Metadata = { title: 'Edit · Webhooks' }

export default async function EditWebhook({ params }: PageProps<'/webhooks/[id]/edit'>) {
  const { id } = await params
  const [webhook, { account }] = await Promise.all([webhookOf(id), requireStaff()])
  const { url, description, alert_email, events } = webhook
  return (
    <ChangePage id={id} title="Edit webhook">
      <WebhookForm
        action={updateWebhookAction}
        mode={account.mode}
        targets={account.mode === 'test' ? env().WEBHOOK_TEST_TARGETS : 'public'}
        id={id}
        initial={openForm({
          url,
          description: description ?? '',
          alert_email: alert_email ?? '',
          ...fieldsOfEvents(events),
        })}
      />
    </ChangePage>
  )
}

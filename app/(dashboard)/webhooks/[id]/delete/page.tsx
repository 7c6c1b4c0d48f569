import type { Metadata } from 'next'
import { ChangePage } from '#app/(dashboard)/webhooks/[id]/change-page.tsx'
import { hostOf, webhookOf } from '#app/(dashboard)/webhooks/[id]/record.ts'
import { deleteWebhookAction } from '#app/(dashboard)/webhooks/actions.ts'
import { TypedNameForm } from '#components/shared/form/typed-name-form.tsx'
import { openForm } from '#lib/surfaces/form-action.ts'

export const metadata: Metadata = { title: 'Delete · Webhooks' }

export default async function DeleteWebhook({ params }: PageProps<'/webhooks/[id]/delete'>) {
  const { id } = await params
  const { url, pending } = await webhookOf(id)
  return (
    <ChangePage
      id={id}
      title="Delete webhook"
      says={`Deliveries stop and the secret is deleted.${pending === 0 ? '' : ` Pending deliveries dropped: ${pending}.`} This can't be undone.`}
    >
      <TypedNameForm
        id={id}
        name={hostOf(url)}
        action={deleteWebhookAction}
        initial={openForm()}
        failed="Webhook not deleted"
        label="Delete webhook"
        pendingText="Deleting…"
        cancelHref={`/webhooks/${id}`}
      />
    </ChangePage>
  )
}

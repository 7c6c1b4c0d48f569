import type { Metadata } from 'next'
import { ChangePage } from '#app/(dashboard)/webhooks/[id]/change-page.tsx'
import { hostOf, webhookOf } from '#app/(dashboard)/webhooks/[id]/record.ts'
import { remove } from '#app/(dashboard)/webhooks/actions.ts'
import { DeleteForm } from '#components/webhooks/delete-form.tsx'
import { randomText } from '#lib/values/id.ts'

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
      <DeleteForm
        id={id}
        typed={hostOf(url)}
        action={remove}
        initial={{ values: {}, idempotency_key: randomText(32) }}
      />
    </ChangePage>
  )
}

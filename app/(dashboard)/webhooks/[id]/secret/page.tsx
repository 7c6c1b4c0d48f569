import type { Metadata } from 'next'
import { ChangePage } from '#app/(dashboard)/webhooks/[id]/change-page.tsx'
import { webhookOf } from '#app/(dashboard)/webhooks/[id]/record.ts'
import { rotateWebhookSecretAction } from '#app/(dashboard)/webhooks/actions.ts'
import { RotateSecretForm } from '#components/webhooks/rotate-secret-form.tsx'
import { openForm } from '#lib/surfaces/form-action.ts'

export const metadata: Metadata = { title: 'Rotate secret · Webhooks' }

export default async function RollSecret({ params }: PageProps<'/webhooks/[id]/secret'>) {
  const { id } = await params
  const { url } = await webhookOf(id)
  return (
    <ChangePage
      id={id}
      title="Rotate secret"
      says="A new secret replaces the current one. The old secret can't be shown again and stays valid for the chosen time."
    >
      <RotateSecretForm
        id={id}
        url={url}
        action={rotateWebhookSecretAction}
        initial={openForm({ overlap: '24h' })}
      />
    </ChangePage>
  )
}

import type { Metadata } from 'next'
import { ChangePage } from '#app/(dashboard)/webhooks/[id]/change-page.tsx'
import { replayWebhookAction } from '#app/(dashboard)/webhooks/actions.ts'
import { ReplayForm } from '#components/webhooks/replay-form.tsx'
import { openForm } from '#lib/surfaces/form-action.ts'

export const metadata: Metadata = { title: 'Replay · Webhooks' }

export default async function Replay({ params }: PageProps<'/webhooks/[id]/replay'>) {
  const { id } = await params
  return (
    <ChangePage
      id={id}
      title="Replay deliveries"
      says="Resends events that were not delivered. Event IDs are unchanged, so your code can skip duplicates."
    >
      <ReplayForm
        id={id}
        action={replayWebhookAction}
        initial={openForm({ what: 'failed', from: 'yesterday' })}
      />
    </ChangePage>
  )
}

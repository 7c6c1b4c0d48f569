import type { Metadata } from 'next'
import { ChangePage } from '#app/(dashboard)/webhooks/[id]/change-page.tsx'
import { roll } from '#app/(dashboard)/webhooks/actions.ts'
import { RollForm } from '#components/webhooks/roll-form.tsx'
import { randomText } from '#lib/values/id.ts'

export const metadata: Metadata = { title: 'Roll the secret · Webhooks' }

export default async function RollSecret({ params }: PageProps<'/webhooks/[id]/secret'>) {
  const { id } = await params
  return (
    <ChangePage
      id={id}
      title="Roll the secret"
      says="A new secret takes the place of the one that signs now. The old one cannot be shown again; it goes on signing beside the new one for as long as you say."
    >
      <RollForm id={id} action={roll} initial={{ values: {}, events: [], idempotency_key: randomText(32) }} />
    </ChangePage>
  )
}

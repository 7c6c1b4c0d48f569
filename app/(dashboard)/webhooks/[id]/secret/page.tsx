import type { Metadata } from 'next'
import { ChangePage } from '#app/(dashboard)/webhooks/[id]/change-page.tsx'
import { roll } from '#app/(dashboard)/webhooks/actions.ts'
import { RollForm } from '#components/webhooks/roll-form.tsx'
import { randomText } from '#lib/values/id.ts'

export const metadata: Metadata = { title: 'Rotate secret · Webhooks' }

export default async function RollSecret({ params }: PageProps<'/webhooks/[id]/secret'>) {
  const { id } = await params
  return (
    <ChangePage
      id={id}
      title="Rotate secret"
      says="A new secret replaces the current one. The old secret can't be shown again and stays valid for the chosen time."
    >
      <RollForm id={id} action={roll} initial={{ values: {}, events: [], idempotency_key: randomText(32) }} />
    </ChangePage>
  )
}

import type { Metadata } from 'next'
import { ChangePage } from '#app/(dashboard)/settings/team/[id]/change-page.tsx'
import { personOf } from '#app/(dashboard)/settings/team/[id]/person.ts'
import { removeAction } from '#app/(dashboard)/settings/team/actions.ts'
import { EndAccessForm } from '#components/team/person-forms.tsx'
import { openForm } from '#lib/surfaces/form-action.ts'

export const metadata: Metadata = { title: 'Remove person · Team' }

export default async function RemovePage({ params }: PageProps<'/settings/team/[id]/remove'>) {
  const { id } = await params
  const { email, keys } = await personOf(id)
  return (
    <ChangePage
      id={id}
      title="Remove person"
      says="They lose access to this merchant at once, and their connected apps end. Records keep their name. To return, they need a new invitation."
    >
      <EndAccessForm
        id={id}
        email={email}
        how="remove"
        keys={keys.length}
        action={removeAction}
        initial={openForm({ revoke_keys: '1' })}
      />
    </ChangePage>
  )
}

import type { Metadata } from 'next'
import { ChangePage } from '#app/(dashboard)/settings/team/[id]/change-page.tsx'
import { personOf } from '#app/(dashboard)/settings/team/[id]/person.ts'
import { disableAction } from '#app/(dashboard)/settings/team/actions.ts'
import { EndAccessForm } from '#components/team/person-forms.tsx'
import { openForm } from '#lib/surfaces/form-action.ts'

export const metadata: Metadata = { title: 'Disable person · Team' }

export default async function DisablePage({ params }: PageProps<'/settings/team/[id]/disable'>) {
  const { id } = await params
  const { email, keys } = await personOf(id)
  return (
    <ChangePage
      id={id}
      title="Disable person"
      says="They are signed out everywhere and can't sign in. Their connected apps end. You can enable them again."
    >
      <EndAccessForm
        id={id}
        email={email}
        how="disable"
        keys={keys.length}
        action={disableAction}
        initial={openForm({ revoke_keys: '1' })}
      />
    </ChangePage>
  )
}

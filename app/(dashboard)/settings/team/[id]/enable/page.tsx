import type { Metadata } from 'next'
import { ChangePage } from '#app/(dashboard)/settings/team/[id]/change-page.tsx'
import { personOf } from '#app/(dashboard)/settings/team/[id]/person.ts'
import { enablePersonAction } from '#app/(dashboard)/settings/team/actions.ts'
import { EnableForm } from '#components/team/person-forms.tsx'
import { openForm } from '#lib/surfaces/form-action.ts'

export const metadata: Metadata = { title: 'Enable person · Team' }

export default async function EnablePage({ params }: PageProps<'/settings/team/[id]/enable'>) {
  const { id } = await params
  const { email } = await personOf(id)
  return (
    <ChangePage
      id={id}
      title="Enable person"
      says="They can sign in again, with their former role and password. Sessions, connected apps and revoked keys stay ended."
    >
      <EnableForm id={id} email={email} action={enablePersonAction} initial={openForm()} />
    </ChangePage>
  )
}

import type { Metadata } from 'next'
import { ChangePage } from '#app/(dashboard)/settings/team/[id]/change-page.tsx'
import { removeSecondFactorAction } from '#app/(dashboard)/settings/team/actions.ts'
import { SecondFactorForm } from '#components/team/person-forms.tsx'
import { openForm } from '#lib/surfaces/form-action.ts'

export const metadata: Metadata = { title: 'Remove second factor · Team' }

export default async function SecondFactorPage({ params }: PageProps<'/settings/team/[id]/second-factor'>) {
  const { id } = await params
  return (
    <ChangePage
      id={id}
      title="Remove second factor"
      says="For a person who lost their passkey, or their phone and recovery codes. They are signed out everywhere, and sign in with the password alone until they set up another second factor. Make sure that the request is theirs."
    >
      <SecondFactorForm id={id} action={removeSecondFactorAction} initial={openForm()} />
    </ChangePage>
  )
}

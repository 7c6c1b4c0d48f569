import type { Metadata } from 'next'
import { ChangePage } from '#app/(dashboard)/settings/team/[id]/change-page.tsx'
import { createResetLinkAction } from '#app/(dashboard)/settings/team/actions.ts'
import { ResetLinkForm } from '#components/team/person-forms.tsx'
import { openForm } from '#lib/surfaces/form-action.ts'

export const metadata: Metadata = { title: 'Password link · Team' }

export default async function PasswordLinkPage({ params }: PageProps<'/settings/team/[id]/password'>) {
  const { id } = await params
  return (
    <ChangePage
      id={id}
      title="Password link"
      says="Creates a link to set a new password. A new password signs them out everywhere and disconnects their apps. Email isn't set up on this server, so you send the link yourself."
    >
      <ResetLinkForm id={id} action={createResetLinkAction} initial={openForm()} />
    </ChangePage>
  )
}

import { ChangePage } from '#app/(dashboard)/settings/team/[id]/change-page.tsx'
import { personOf } from '#app/(dashboard)/settings/team/[id]/person.ts'
import { disablePersonAction, removePersonAction } from '#app/(dashboard)/settings/team/actions.ts'
import { EndAccessForm } from '#components/team/person-forms.tsx'
import { openForm } from '#lib/surfaces/form-action.ts'

const WAYS = {
  disable: {
    title: 'Disable person',
    says: "They are signed out everywhere and can't sign in. Their connected apps end. You can enable them again.",
    action: disablePersonAction,
  },
  remove: {
    title: 'Remove person',
    says: 'They lose access to this merchant at once, and their connected apps end. Records keep their name. To return, they need a new invitation.',
    action: removePersonAction,
  },
}

/** The page that ends the access of a person of the team, until someone enables them again or for good. */
export async function EndAccessPage({ id, how }: { id: string; how: keyof typeof WAYS }) {
  const { email, keys } = await personOf(id)
  const { title, says, action } = WAYS[how]
  return (
    <ChangePage id={id} title={title} says={says}>
      <EndAccessForm
        id={id}
        email={email}
        how={how}
        keys={keys.length}
        action={action}
        initial={openForm({ revoke_keys: '1' })}
      />
    </ChangePage>
  )
}

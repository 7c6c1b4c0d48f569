import type { Metadata } from 'next'
import { ChangePage } from '#app/(dashboard)/settings/team/[id]/change-page.tsx'
import { personOf } from '#app/(dashboard)/settings/team/[id]/person.ts'
import { changeRoleAction } from '#app/(dashboard)/settings/team/actions.ts'
import { PersonRoleForm } from '#components/team/person-forms.tsx'
import { rolesWithin } from '#components/team/role-options.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import { listRoles } from '#lib/domain/roles/list.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { read } from '#lib/surfaces/page.ts'

export const metadata: Metadata = { title: 'Change role · Team' }

export default async function RolePage({ params }: PageProps<'/settings/team/[id]/role'>) {
  const { id } = await params
  const [{ role }, { permissions }, { items }] = await Promise.all([
    personOf(id),
    requireStaff(),
    read(listRoles, {}),
  ])
  return (
    <ChangePage
      id={id}
      title="Change role"
      says="The new role applies to their next request, in test and live mode, and to the apps that they connected."
    >
      <PersonRoleForm
        id={id}
        action={changeRoleAction}
        initial={openForm({ role })}
        roles={rolesWithin(items, permissions)}
      />
    </ChangePage>
  )
}

import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { deleteRoleAction } from '#app/(dashboard)/settings/team/actions.ts'
import { roleOf } from '#app/(dashboard)/settings/team/roles/role.ts'
import { DeleteRoleForm } from '#components/team/delete-role-form.tsx'
import { rolesWithin } from '#components/team/role-options.ts'
import { Crumbs, PageHead } from '#components/ui/page-head.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { deleteRole } from '#lib/domain/roles/delete.ts'
import { listRoles } from '#lib/domain/roles/list.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { deny, read } from '#lib/surfaces/page.ts'

const TITLE = 'Delete role'

export const metadata: Metadata = { title: `${TITLE} · Team` }

export default async function DeleteRolePage({ params }: PageProps<'/settings/team/roles/[id]/delete'>) {
  const [{ id }, { permissions }] = await Promise.all([params, requireStaff()])
  if (!permissions.has(deleteRole.permission)) deny()
  const [role, { items }] = await Promise.all([roleOf(id), read(listRoles, {})])
  if (role.built_in) notFound()
  const others = items.filter((one) => one.id !== id)
  const used = role.people + role.invitations > 0
  return (
    <>
      <Crumbs href="/settings/team/roles" label="Roles" id={id} name={role.name} />
      <PageHead title={TITLE}>
        {used
          ? `${role.people === 1 ? '1 person has' : `${role.people} people have`} this role. They get another one at once, and so do invitations.`
          : 'No one has this role.'}{' '}
        Its approval thresholds end. This can’t be undone.
      </PageHead>
      <DeleteRoleForm
        id={id}
        action={deleteRoleAction}
        initial={openForm(used ? { replace_with: 'viewer' } : {})}
        roles={used ? rolesWithin(others, permissions) : []}
      />
    </>
  )
}

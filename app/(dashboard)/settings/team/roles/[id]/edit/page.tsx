import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { updateRoleAction } from '#app/(dashboard)/settings/team/actions.ts'
import { roleOf } from '#app/(dashboard)/settings/team/roles/role.ts'
import { RoleForm } from '#components/team/role-form.tsx'
import { Crumbs, PageHead } from '#components/ui/page-head.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { matrixFields } from '#lib/domain/roles/schema/matrix.ts'
import { grantsOfRole } from '#lib/domain/roles/schema/role-matrix.ts'
import { updateRole } from '#lib/domain/roles/update.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { deny } from '#lib/surfaces/page.ts'

const TITLE = 'Edit role'

export const metadata: Metadata = { title: `${TITLE} · Team` }

export default async function EditRolePage({ params }: PageProps<'/settings/team/roles/[id]/edit'>) {
  const [{ id }, { permissions: own }] = await Promise.all([params, requireStaff()])
  if (!own.has(updateRole.permission)) deny()
  const { name, description, permissions, people, built_in } = await roleOf(id)
  if (built_in) notFound()
  return (
    <>
      <Crumbs href="/settings/team/roles" label="Roles" id={id} name={name} />
      <PageHead title={TITLE}>
        {people === 0
          ? 'No one has this role.'
          : `Applies to the next request of ${people === 1 ? '1 person' : `${people} people`} and their connected apps.`}
      </PageHead>
      <RoleForm
        id={id}
        action={updateRoleAction}
        initial={openForm({ name, description, ...matrixFields(grantsOfRole(permissions)) })}
        own={[...own]}
      />
    </>
  )
}

import type { Metadata } from 'next'
import { createRoleAction } from '#app/(dashboard)/settings/team/actions.ts'
import { RoleForm } from '#components/team/role-form.tsx'
import { roleWord } from '#components/team/role-labels.ts'
import { Crumbs, PageHead } from '#components/ui/page-head.tsx'
import { queryOf } from '#components/ui/query.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import { createRole } from '#lib/domain/roles/create.ts'
import { listRoles } from '#lib/domain/roles/list.ts'
import { matrixFields } from '#lib/domain/roles/schema/matrix.ts'
import { grantsOfRole } from '#lib/domain/roles/schema/role-matrix.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { deny, read } from '#lib/surfaces/page.ts'

const TITLE = 'Create role'

export const metadata: Metadata = { title: `${TITLE} · Team` }

export default async function NewRolePage({ searchParams }: PageProps<'/settings/team/roles/new'>) {
  const [{ permissions }, query] = await Promise.all([requireStaff(), searchParams.then(queryOf)])
  if (!permissions.has(createRole.permission)) deny()
  // Another role to begin with, as far as this person has its permissions.
  const { items } = query.from ? await read(listRoles, {}) : { items: [] }
  const from = items.find(({ id }) => id === query.from)
  const granted = from?.permissions.filter((permission) => permissions.has(permission)) ?? []
  return (
    <>
      <Crumbs href="/settings/team/roles" label="Roles" id="new" name={TITLE} />
      <PageHead title={TITLE}>
        {from
          ? `Starts with the permissions of ${roleWord(from.name)}.`
          : 'For people in test and live mode.'}
      </PageHead>
      <RoleForm
        action={createRoleAction}
        initial={openForm(matrixFields(grantsOfRole(granted)))}
        own={[...permissions]}
      />
    </>
  )
}

import type { Metadata } from 'next'
import { setSecondFactorRolesAction } from '#app/(dashboard)/settings/team/actions.ts'
import { RoleMatrix } from '#components/team/role-matrix.tsx'
import { RolesTable } from '#components/team/roles-table.tsx'
import { SecondFactorRolesForm } from '#components/team/second-factor-roles.tsx'
import { TeamTabs } from '#components/team/team-tabs.tsx'
import { Permitted } from '#components/ui/disabled-action.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { fetchSecondFactorRoles, updateSecondFactorRoles } from '#lib/domain/merchants/second-factor-roles.ts'
import { createRole } from '#lib/domain/roles/create.ts'
import { listRoles } from '#lib/domain/roles/list.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { read } from '#lib/surfaces/page.ts'

export const metadata: Metadata = { title: 'Roles · Team' }

export default async function RolesPage({ searchParams }: PageProps<'/settings/team/roles'>) {
  const [{ permissions }, { roles, choices }, { items }, { saved }] = await Promise.all([
    requireStaff(),
    read(fetchSecondFactorRoles, {}),
    read(listRoles, {}),
    searchParams,
  ])
  const mayWrite = permissions.has(createRole.permission)
  return (
    <>
      <PageHead
        title="Team"
        actions={
          <Permitted
            allowed={mayWrite}
            permission={createRole.permission}
            label="Create role"
            variant="primary"
          >
            <LinkButton href="/settings/team/roles/new" variant="primary">
              Create role
            </LinkButton>
          </Permitted>
        }
      >
        The roles of the team and their permissions, in test and live mode.
      </PageHead>
      <TeamTabs current="/settings/team/roles" />
      <RolesTable roles={items} />
      <RoleMatrix roles={items} />
      <SecondFactorRolesForm
        roles={roles}
        choices={choices}
        saved={saved === '1'}
        mayWrite={permissions.has(updateSecondFactorRoles.permission)}
        action={setSecondFactorRolesAction}
        initial={openForm({ roles })}
      />
    </>
  )
}

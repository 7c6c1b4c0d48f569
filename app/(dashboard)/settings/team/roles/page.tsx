import type { Metadata } from 'next'
import { secondFactorRolesAction } from '#app/(dashboard)/settings/team/actions.ts'
import { RoleMatrix } from '#components/team/role-matrix.tsx'
import { SecondFactorRoles } from '#components/team/second-factor-roles.tsx'
import { TeamTabs } from '#components/team/team-tabs.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { fetchSecondFactorRoles } from '#lib/domain/merchants/second-factor-roles.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { read } from '#lib/surfaces/page.ts'

export const metadata: Metadata = { title: 'Roles · Team' }

export default async function RolesPage({ searchParams }: PageProps<'/settings/team/roles'>) {
  const [{ permissions }, { roles }, { saved }] = await Promise.all([
    requireStaff(),
    read(fetchSecondFactorRoles, {}),
    searchParams,
  ])
  return (
    <>
      <PageHead title="Team">The permissions of each role.</PageHead>
      <TeamTabs current="/settings/team/roles" />
      <RoleMatrix />
      <SecondFactorRoles
        roles={roles}
        saved={saved === '1'}
        mayWrite={permissions.has('team:write')}
        action={secondFactorRolesAction}
        initial={openForm({ roles })}
      />
    </>
  )
}

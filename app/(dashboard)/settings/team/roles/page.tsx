import type { Metadata } from 'next'
import { RoleMatrix } from '#components/team/role-matrix.tsx'
import { TeamTabs } from '#components/team/team-tabs.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { deny } from '#lib/surfaces/page.ts'

export const metadata: Metadata = { title: 'Roles · Team' }

export default async function RolesPage() {
  const { permissions } = await requireStaff()
  if (!permissions.has('team:read')) deny()
  return (
    <>
      <PageHead title="Team">The permissions of each role.</PageHead>
      <TeamTabs current="/settings/team/roles" />
      <RoleMatrix />
    </>
  )
}

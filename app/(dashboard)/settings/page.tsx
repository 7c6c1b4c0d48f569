import { redirect } from 'next/navigation'
import { settingsHomeOf } from '#components/app-shell/nav-groups.ts'
import { requireStaff } from '#lib/auth/staff.ts'

/** The settings have no page of their own: they begin with the first one that the person may open. */
export default async function SettingsPage() {
  const { permissions } = await requireStaff()
  redirect(settingsHomeOf(permissions))
}

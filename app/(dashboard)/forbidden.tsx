import { DeniedHere } from '#components/app-shell/denied-here.tsx'
import { allowedPaths, NAV_GROUPS } from '#components/app-shell/nav-groups.ts'
import { signedIn } from '#lib/auth/staff.ts'
import { missingPermission, type Permission, ROLE_PERMISSIONS, ROLES } from '#lib/permissions.ts'

export const metadata = { title: 'No permission' }

/** In the frame of the dashboard. It is drawn before the path is known, so it has a sentence for each page. */
export default async function Forbidden() {
  const staff = await signedIn()
  const allowed = staff ? allowedPaths(staff.actor.permissions) : []
  const missing = NAV_GROUPS.flatMap(({ nouns }) => nouns).filter(({ href }) => !allowed.includes(href))
  const reasons = Object.fromEntries(
    missing.map(({ href, permission }) => [href, permission ? reasonOf(permission) : '']),
  )
  return <DeniedHere role={staff?.membership.role} reasons={reasons} />
}

function reasonOf(permission: Permission): string {
  const roles = ROLES.filter((role) => ROLE_PERMISSIONS[role].includes(permission))
  return `${missingPermission(permission)} Roles with this permission: ${roles.join(', ')}.`
}

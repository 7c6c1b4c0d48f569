import { DeniedHere } from '#components/app-shell/denied-here.tsx'
import { homeOf } from '#components/app-shell/nav-groups.ts'
import { signedIn } from '#lib/auth/staff.ts'
import { listRoles } from '#lib/domain/roles/list.ts'
import { tryRead } from '#lib/surfaces/page.ts'
import { builtInRolesWith, missingPermission, PERMISSIONS, type Permission } from '#lib/values/permissions.ts'

export const metadata = { title: 'No permission' }

/** In the frame of the dashboard. It is drawn before the path is known, so it has a sentence for each permission. */
export default async function Forbidden() {
  const staff = await signedIn()
  const pending = [...(staff?.actor.permissions ?? [])]
  const listed = staff && (await tryRead(listRoles, {}))
  const custom = listed?.ok ? listed.value.items.filter(({ built_in }) => !built_in) : []
  const missing = PERMISSIONS.filter((permission) => !pending.includes(permission))
  const reasons = Object.fromEntries(missing.map((permission) => [permission, reasonOf(permission, custom)]))
  const home = staff ? homeOf(staff.actor) : undefined
  return <DeniedHere role={staff?.membership.role.name} pending={pending} reasons={reasons} home={home} />
}

type Named = { name: string; permissions: Permission[] }

function reasonOf(permission: Permission, custom: Named[]): string {
  const others = custom.filter(({ permissions }) => permissions.includes(permission))
  const roles = [...builtInRolesWith([permission]), ...others.map(({ name }) => name)]
  return `${missingPermission(permission)} Roles with this permission: ${roles.join(', ')}.`
}

import type { Permission } from '#lib/permissions.ts'

/** Why somebody may not do something, and who can change that. */
export function missing(permission: Permission): string {
  return `This needs the permission ${permission}, which your role does not have. An owner can give you a role that has it.`
}

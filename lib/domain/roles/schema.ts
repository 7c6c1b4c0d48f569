import { z } from 'zod'
import { RequestReason } from '#lib/domain/approvals/schema/policy.ts'
import { Id } from '#lib/values/id.ts'
import { StoredInteger } from '#lib/values/money.ts'
import { PERMISSIONS, ROLE_GRANTABLE, ROLES } from '#lib/values/permissions.ts'

/** A role by its ID: the name of a built-in one, or the ID of one that the merchant made. */
export const RoleId = z
  .string()
  .regex(
    new RegExp(`^(${ROLES.join('|')}|role_[0-9A-Za-z]{14})$`),
    `Choose a role: ${ROLES.join(', ')}, or the ID of a role of the merchant.`,
  )
  .meta({ description: 'A built-in role by its name, or a role of the merchant by its ID.' })

const RoleName = z
  .string()
  .trim()
  .min(1, 'Enter a name.')
  .max(40, 'The name can be up to 40 characters.')
  .regex(/^[^\p{C}]*$/u, 'The name contains characters that cannot be shown.')

const Fields = {
  name: RoleName,
  description: z.string().trim().max(200, 'The description can be up to 200 characters.').default(''),
  permissions: z
    .array(z.enum(ROLE_GRANTABLE, 'Unknown permission.'))
    .min(1, 'Choose at least one permission.')
    .max(PERMISSIONS.length),
}

export const CreateRole = z.strictObject(Fields)

/** Only roles that the merchant made can change. */
export const UpdateRole = z.strictObject({ id: Id('role'), ...Fields, reason: RequestReason })

/** `replace_with`: the role of the people who have the deleted one; it may be left out where no one has it. */
export const DeleteRole = z.strictObject({
  id: Id('role'),
  replace_with: RoleId.nullish(),
  reason: RequestReason,
})

/** A role of the team. A built-in one has its name as ID, and no time of creation. */
export const TeamRole = z.object({
  id: z.string(),
  entity: z.literal('role').default('role'),
  name: z.string(),
  description: z.string(),
  built_in: z.boolean(),
  permissions: z.array(z.enum(PERMISSIONS)),
  /** How many people have it, and how many pending invitations give it. */
  people: z.int(),
  invitations: z.int(),
  /** Whether its people need a second factor. */
  second_factor: z.boolean(),
  created_by: z.string().nullable(),
  created_at: StoredInteger.nullable(),
  updated_at: StoredInteger.nullable(),
})
export type TeamRole = z.output<typeof TeamRole>

/** A role after it was created, changed or deleted. */
export const ChangedRole = z.object({
  id: z.string(),
  entity: z.literal('role').default('role'),
  name: z.string(),
  permissions: z.array(z.enum(PERMISSIONS)),
})

export const GetRoleDetails = z.strictObject({ id: RoleId })

/** The same for its page, with the first of its people. */
export const RoleDetails = TeamRole.extend({
  members: z.array(z.object({ id: z.string(), name: z.string(), email: z.string() })),
})
export type RoleDetails = z.output<typeof RoleDetails>

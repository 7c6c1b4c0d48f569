import { z } from 'zod'
import { ROLES } from '#lib/permissions.ts'
import { Email } from '#lib/values/contact.ts'
import { StoredInteger } from '#lib/values/money.ts'

export const Password = z
  .string()
  .min(10, 'The password must have at least 10 characters.')
  .max(256, 'The password can be up to 256 characters.')

const StaffEmail = z.preprocess(
  (value) => (typeof value === 'string' ? value.trim().toLowerCase() : value),
  Email,
)

export const CreateUser = z.strictObject({
  email: StaffEmail,
  name: z.string().trim().min(1, 'Enter a name.').max(100, 'The name can be up to 100 characters.'),
  password: Password,
  merchant_id: z.string(),
  role: z.enum(ROLES, `The role must be one of ${ROLES.join(', ')}.`),
})
export type CreateUser = z.output<typeof CreateUser>

const RevokeKeys = z.boolean().default(false)

export const DisableUser = z.strictObject({ email: StaffEmail, revoke_keys: RevokeKeys })
export const EnableUser = z.strictObject({ email: StaffEmail })
export const RemoveUser = z.strictObject({ email: StaffEmail, revoke_keys: RevokeKeys })

/** A staff member. */
export const Staff = z.object({
  id: z.string(),
  entity: z.literal('user').default('user'),
  email: z.string(),
  name: z.string(),
})

/**
 * A person who lost access: what ended with it, and the API keys that the person created and that were still active.
 */
export const EndedAccess = Staff.extend({
  sessions: StoredInteger,
  grants: StoredInteger,
  keys: z.array(z.object({ id: z.string(), name: z.string(), mode: z.string(), merchant_id: z.string() })),
  keys_revoked: z.boolean(),
})

import { z } from 'zod'
import { RequestReason } from '#lib/domain/approvals/schema/policy.ts'
import { RoleId } from '#lib/domain/roles/schema.ts'
import { Email } from '#lib/values/contact.ts'
import { Id } from '#lib/values/id.ts'
import { StoredInteger } from '#lib/values/money.ts'
import { RuleError } from '#lib/values/rule-error.ts'

export const Password = z
  .string()
  .min(10, 'The password must have at least 10 characters.')
  .max(256, 'The password can be up to 256 characters.')

export const StaffEmail = z.preprocess(
  (value) => (typeof value === 'string' ? value.trim().toLowerCase() : value),
  Email,
)

export const StaffName = z
  .string()
  .trim()
  .min(1, 'Enter a name.')
  .max(100, 'The name can be up to 100 characters.')

export const CreateUser = z.strictObject({
  email: StaffEmail,
  name: StaffName,
  password: Password,
  merchant_id: z.string(),
  role: RoleId,
})
export type CreateUser = z.output<typeof CreateUser>

const RevokeKeys = z.boolean().default(false)

export const DisableUser = z.strictObject({ email: StaffEmail, revoke_keys: RevokeKeys })
export const EnableUser = z.strictObject({ email: StaffEmail })
export const RemoveUser = z.strictObject({ email: StaffEmail, revoke_keys: RevokeKeys })

export const ChangeRole = z.strictObject({ id: Id('user'), role: RoleId, reason: RequestReason })

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

export const PERSON_STATUSES = ['active', 'disabled'] as const

/** A person of the merchant's team, with what an owner looks at. */
export const Person = z.object({
  id: z.string(),
  entity: z.literal('user').default('user'),
  email: z.string(),
  name: z.string(),
  role: z.string(),
  /** Its name; null for a role that no longer exists. */
  role_name: z.string().nullable(),
  /** Whether it is the person who reads. */
  own: z.boolean(),
  disabled_at: StoredInteger.nullable(),
  last_seen_at: StoredInteger.nullable(),
  invited_by: z.string().nullable(),
  created_at: StoredInteger,
})
export type Person = z.output<typeof Person>

export const GetPersonDetails = z.strictObject({ id: Id('user') })

/** The same with what would end if the person were disabled or removed. */
export const PersonDetails = Person.extend({
  sessions: z.int(),
  apps: z.int(),
  keys: z.array(z.object({ id: z.string(), name: z.string(), mode: z.string() })),
  /** Their second factors. */
  authenticator_app: z.boolean(),
  passkeys: z.int(),
  /** Whether the person belongs to other merchants, too: then they can be removed, but not disabled. */
  elsewhere: z.boolean(),
  /** Why the person can't be disabled, removed or given another role; null where that is possible. */
  end_access_error: RuleError.nullable(),
})
export type PersonDetails = z.output<typeof PersonDetails>

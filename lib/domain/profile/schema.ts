import { z } from 'zod'
import { Password, StaffName } from '#lib/domain/users/schema.ts'
import { Id } from '#lib/values/id.ts'
import { StoredInteger } from '#lib/values/money.ts'

export const GetProfile = z.strictObject({})

/** A session of the person: the browser, where it signed in, and when it was last used. */
export const Session = z.object({
  id: z.string(),
  own: z.boolean(),
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  created_at: StoredInteger,
  last_seen_at: StoredInteger,
})
export type Session = z.output<typeof Session>

/** A passkey as its owner sees it. */
export const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  /** Whether the device keeps a copy elsewhere. */
  backed_up: z.boolean(),
  created_at: StoredInteger,
  last_used_at: StoredInteger.nullable(),
})
export type Passkey = z.output<typeof Passkey>

/** An account of an identity provider that the person signs in with. */
export const SignInLink = z.object({
  id: z.string(),
  issuer: z.string(),
  /** The email that the provider had verified when it was linked. */
  email: z.string(),
  created_at: StoredInteger,
  last_used_at: StoredInteger.nullable(),
})
export type SignInLink = z.output<typeof SignInLink>

export const Profile = z.object({
  id: z.string(),
  entity: z.literal('user').default('user'),
  email: z.string(),
  name: z.string(),
})
export const ProfileDetails = Profile.extend({
  sessions: z.array(Session),
  /** The second step of signing in, and how many recovery codes are left; null without one. */
  passkeys: z.array(Passkey),
  sign_in_links: z.array(SignInLink),
  second_factor: z.object({ confirmed_at: StoredInteger, codes_left: z.int() }).nullable(),
})
export type ProfileDetails = z.output<typeof ProfileDetails>

export const UpdateProfile = z.strictObject({ name: StaffName })
export const ChangePassword = z.strictObject({ new_password: Password })
export const ConfirmTotp = z.strictObject({
  otp: z.string().trim().min(1, 'Enter the 6-digit code.').max(20),
})
export const UnlinkSignIn = z.strictObject({ id: Id('sign_in_link') })
export const EndSession = z.strictObject({ id: Id('session') })
export const EndedSessions = z.object({ id: z.string(), ended: z.int() })

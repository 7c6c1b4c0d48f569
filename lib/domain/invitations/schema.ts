import { z } from 'zod'
import { RoleId } from '#lib/domain/roles/schema.ts'
import { StaffEmail, StaffName } from '#lib/domain/users/schema.ts'
import { Id } from '#lib/values/id.ts'
import { StoredInteger } from '#lib/values/money.ts'

export const InviteUser = z.strictObject({ email: StaffEmail, name: StaffName, role: RoleId })

export const InvitationInput = z.strictObject({ id: Id('invitation') })

export const INVITATION_STATUSES = ['pending', 'accepted', 'expired', 'withdrawn'] as const
export type InvitationStatus = (typeof INVITATION_STATUSES)[number]

/** An invitation to join the team. */
export const Invitation = z.object({
  id: z.string(),
  entity: z.literal('invitation').default('invitation'),
  email: z.string(),
  name: z.string(),
  role: z.string(),
  /** Its name; null for a role that no longer exists. */
  role_name: z.string().nullable(),
  status: z.enum(INVITATION_STATUSES),
  invited_by: z.string(),
  created_at: StoredInteger,
  expires_at: StoredInteger,
  accepted_at: StoredInteger.nullable(),
  withdrawn_at: StoredInteger.nullable(),
})
export type Invitation = z.output<typeof Invitation>

/** A new invitation. The link is there only where no email can be sent: the person who invites delivers it. */
export const SentInvitation = Invitation.extend({ link_token: z.string().nullable() })
export type SentInvitation = z.output<typeof SentInvitation>

type Times = { accepted_at: unknown; withdrawn_at: unknown; expires_at: number | bigint }

export function statusOf({ accepted_at, withdrawn_at, expires_at }: Times, now: number): InvitationStatus {
  if (accepted_at !== null) return 'accepted'
  if (withdrawn_at !== null) return 'withdrawn'
  return Number(expires_at) <= now ? 'expired' : 'pending'
}

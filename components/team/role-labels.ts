import type { InvitationStatus } from '#lib/domain/invitations/schema.ts'
import { builtInRole, type Role } from '#lib/values/permissions.ts'

const ROLE_LABELS: Record<Role, { label: string; hint: string }> = {
  owner: { label: 'Owner', hint: 'Everything, including the team.' },
  admin: { label: 'Admin', hint: 'Everything except changing the team, and exporting or deleting all data.' },
  finance: { label: 'Finance', hint: 'Captures, refunds, payouts, approvals and exports.' },
  support: { label: 'Support', hint: 'Orders, refunds, customers, documents and bills.' },
  developer: { label: 'Developer', hint: 'API keys, webhooks, logs and connected apps.' },
  viewer: { label: 'Viewer', hint: 'Sees payments and records. Changes nothing.' },
}

/** The name of a role, as it is shown. @param name null for a role that was deleted */
export function roleWord(name: string | null): string {
  if (name === null) return 'Deleted role'
  return builtInRole(name) ? ROLE_LABELS[name as Role].label : name
}

/** What a role is for, in one sentence; '' without one. */
export function roleHint({ id, description }: { id: string; description: string }): string {
  return builtInRole(id) ? ROLE_LABELS[id as Role].hint : description
}

export const INVITATION_LOOKS = {
  pending: { tone: 'wait', icon: 'sand', word: 'Pending', hint: 'Not accepted yet.' },
  accepted: { tone: 'good', icon: 'check', word: 'Accepted', hint: 'The person joined the team.' },
  expired: { tone: 'plain', icon: 'clock', word: 'Expired', hint: 'The link no longer works. Resend it.' },
  withdrawn: { tone: 'plain', icon: 'cross', word: 'Withdrawn', hint: 'The link no longer works.' },
} as const satisfies Record<InvitationStatus, object>

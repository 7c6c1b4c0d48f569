import type { Invitation } from '#lib/domain/invitations/schema.ts'
import type { CsvCell } from '#lib/values/csv.ts'
import { timestampColumns } from './shared.ts'

/** The columns of the file of invitations, without their links: a link lets its holder join. */
export function columnsOf(zone: string): [name: string, cell: (invitation: Invitation) => CsvCell][] {
  return [
    ['invitation_id', (invitation) => invitation.id],
    ...timestampColumns<Invitation>('created', zone, (invitation) => invitation.created_at),
    ['status', (invitation) => invitation.status],
    ['email', (invitation) => invitation.email],
    ['name', (invitation) => invitation.name],
    ['role', (invitation) => invitation.role_name],
    ['invited_by', (invitation) => invitation.invited_by],
    ...timestampColumns<Invitation>('expires', zone, (invitation) => invitation.expires_at),
    ...timestampColumns<Invitation>('accepted', zone, (invitation) => invitation.accepted_at),
    ...timestampColumns<Invitation>('withdrawn', zone, (invitation) => invitation.withdrawn_at),
  ]
}

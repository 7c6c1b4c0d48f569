import type { Operation } from '#lib/pipeline/operation.ts'
import { fetchInvitation } from './fetch.ts'
import { inviteUser, resendInvitation } from './invite.ts'
import { exportInvitations, listInvitationsForDashboard } from './list.ts'
import { withdrawInvitation } from './withdraw.ts'

export const invitationOperations: readonly Operation[] = [
  inviteUser,
  resendInvitation,
  withdrawInvitation,
  listInvitationsForDashboard,
  exportInvitations,
  fetchInvitation,
]

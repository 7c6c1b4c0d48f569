import type { Condition } from '#lib/database/conditions.ts'
import { choice, startsWith, text } from '#lib/domain/filters.ts'
import {
  INVITATION_STATUSES,
  Invitation,
  type InvitationStatus,
  statusOf,
} from '#lib/domain/invitations/schema.ts'
import { defineList } from '#lib/domain/list.ts'
import { withRoleNames } from '#lib/domain/roles/find.ts'
import type { invitations } from '#lib/generated/prisma/client.ts'

export const INVITATION_FILTERS = [
  choice('group', [...INVITATION_STATUSES, 'all'], {
    spelling: { name: 'status', words: {} },
    where: (group, { now }) => (group === 'all' ? [] : inState(group, now)),
  }),
  text('email', 200, {
    label: 'Email',
    placeholder: 'asha@',
    inputMode: 'email',
    where: startsWith('email'),
  }),
]

/** The invitations of the merchant, in both modes. */
export const { list: listInvitationsForDashboard, export: exportInvitations } = defineList({
  noun: 'invitations',
  owner: 'merchant_id',
  permission: 'team:read',
  item: Invitation,
  filters: INVITATION_FILTERS,
  tab: ['group'],
  tabs: ({ now }) => Object.fromEntries(INVITATION_STATUSES.map((status) => [status, inState(status, now)])),
  currency: null,
  show: async (context, rows: invitations[]) =>
    (await withRoleNames(context, rows)).map((row) => ({ ...row, status: statusOf(row, context.now) })),
})

function inState(status: InvitationStatus, now: number): Condition[] {
  if (status === 'accepted' || status === 'withdrawn')
    return [{ sql: `${status}_at IS NOT NULL`, values: [] }]
  const open = 'accepted_at IS NULL AND withdrawn_at IS NULL AND expires_at'
  return [{ sql: `(${open} ${status === 'pending' ? '>' : '<='} ?)`, values: [now] }]
}

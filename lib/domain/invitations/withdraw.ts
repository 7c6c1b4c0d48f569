import { auditElsewhere } from '#lib/domain/audit/audit-elsewhere.ts'
import {
  Invitation,
  InvitationInput,
  type InvitationStatus,
  statusOf,
} from '#lib/domain/invitations/schema.ts'
import { recordNotFound } from '#lib/domain/record.ts'
import { withRoleNames } from '#lib/domain/roles/find.ts'
import { assertRoleWithinOwn } from '#lib/domain/roles/grant.ts'
import type { invitations } from '#lib/generated/prisma/client.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'

export const withdrawInvitation = defineOperation({
  name: 'withdraw_invitation',
  title: 'Withdraw an invitation',
  summary: 'Ends the link of a pending invitation at once.',
  permission: 'team:write',
  http: null,
  input: InvitationInput,
  output: Invitation,
  async run(context, { id }) {
    const { account, tables, now } = context
    const invitation = await pendingInvitation(context, id, ['pending', 'expired'])
    const ended = await tables.invitations.update({
      where: { merchant_id_id: { merchant_id: account.merchant_id, id } },
      data: { withdrawn_at: now, withdrawn_by: context.actor.name },
    })
    const [shown] = await withRoleNames(context, [ended])
    const details = {
      email: invitation.email,
      role: shown?.role_name ?? invitation.role,
      before: { status: statusOf(invitation, now) },
      after: { status: statusOf(ended, now) },
    }
    context.note(details)
    await auditElsewhere(context, [account.merchant_id], {
      action: 'withdraw_invitation',
      object_id: id,
      details,
    })
    return { ...shown, status: statusOf(ended, now) }
  },
})

/**
 * An invitation of the merchant in one of some states, locked. An operation that replaces it locks its merchant before.
 * @throws record_not_found, invitation_ended
 */
export async function pendingInvitation(
  context: Context,
  id: string,
  states: readonly InvitationStatus[],
): Promise<invitations> {
  const { account, rows, now } = context
  const [invitation] = await rows<invitations>(
    'SELECT * FROM invitations WHERE merchant_id = $1 AND id = $2 FOR UPDATE',
    [account.merchant_id, id],
  )
  if (!invitation) throw recordNotFound('invitation', id)
  await assertRoleWithinOwn(context, invitation.role)
  if (!states.includes(statusOf(invitation, now))) throw refused('invitation_ended')
  return invitation
}

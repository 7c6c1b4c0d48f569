import { Invitation, InvitationInput, statusOf } from '#lib/domain/invitations/schema.ts'
import { recordNotFound } from '#lib/domain/record.ts'
import { withRoleNames } from '#lib/domain/roles/find.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const fetchInvitation = defineOperation({
  name: 'fetch_invitation',
  title: 'Fetch an invitation',
  summary: 'Returns one invitation of the merchant, without its link.',
  permission: 'team:read',
  http: null,
  effect: 'read',
  input: InvitationInput,
  output: Invitation,
  async run(context, { id }) {
    const { account, tables, now } = context
    const where = { merchant_id_id: { merchant_id: account.merchant_id, id } }
    const invitation = await tables.invitations.findUnique({ where })
    if (!invitation) throw recordNotFound('invitation', id)
    const [shown] = await withRoleNames(context, [invitation])
    return { ...shown, status: statusOf(invitation, now) }
  },
})

import { Invitation, InvitationInput, statusOf } from '#lib/domain/invitations/schema.ts'
import { recordNotFound } from '#lib/domain/record.ts'
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
  async run({ account, tables, now }, { id }) {
    const where = { merchant_id_id: { merchant_id: account.merchant_id, id } }
    const invitation = await tables.invitations.findUnique({ where })
    if (!invitation) throw recordNotFound('invitation', id)
    return { ...invitation, status: statusOf(invitation, now) }
  },
})

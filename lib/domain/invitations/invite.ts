import { auditElsewhere } from '#lib/domain/audit/audit-elsewhere.ts'
import { InvitationInput, InviteUser, SentInvitation, statusOf } from '#lib/domain/invitations/schema.ts'
import { pendingInvitation } from '#lib/domain/invitations/withdraw.ts'
import { button, emailHtml, paragraph } from '#lib/domain/mails/email-layout.ts'
import { LINK_PLACE, linkOf } from '#lib/domain/mails/secrets.ts'
import { writeMail } from '#lib/domain/mails/write.ts'
import { givenRole, limitsOfRoles, lockRoles, ownRole } from '#lib/domain/roles/find.ts'
import { assertWithinOwn } from '#lib/domain/roles/grant.ts'
import { hasTighterLimits } from '#lib/domain/roles/rules.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import type { GrantedRole } from '#lib/values/permissions.ts'
import { DAY } from '#lib/values/time.ts'

/** How long an invitation can be accepted, in seconds. */
const INVITATION_LASTS = 7 * DAY

export function invitationLink(context: Pick<Context, 'vault' | 'baseUrl'>, id: string): string {
  return linkOf(context, 'invitation', id)
}

export const inviteUser = defineOperation({
  name: 'invite_user',
  title: 'Invite a person',
  summary:
    'Invites a person to the team with a role, in both modes. The link is sent by email; where the server sends no email, it is in the response, once. It expires after 7 days, and a new invitation to the same email replaces a pending one.',
  permission: 'team:write',
  confirm: 'always',
  http: null,
  confidential: true,
  input: InviteUser,
  output: SentInvitation,
  run: (context, input) => invite(context, input),
})

export const resendInvitation = defineOperation({
  name: 'resend_invitation',
  auditedAs: 'invite_user',
  title: 'Resend an invitation',
  summary: 'Replaces an invitation that was not accepted by a new one for 7 days. Its former link ends.',
  permission: 'team:write',
  confirm: 'always',
  http: null,
  confidential: true,
  input: InvitationInput,
  output: SentInvitation,
  async run(context, { id }) {
    await lockRoles(context)
    const { email, name, role } = await pendingInvitation(context, id, ['pending', 'expired', 'withdrawn'])
    return invite(context, InviteUser.parse({ email, name, role }))
  },
})

async function invite(context: Context, { email, name, role }: ReturnType<typeof InviteUser.parse>) {
  const { account, actor, tables, rows, now } = context
  const { merchant_id } = account
  // Invitations to one merchant take turns, so that one email has one pending link.
  const given = await givenRole(context, role)
  assertWithinOwn(context, given)
  await assertOwnPermissions(context, given)
  const [known] = await rows(
    `SELECT 1 FROM memberships JOIN users ON users.id = memberships.user_id
     WHERE memberships.merchant_id = $1 AND lower(users.email) = $2`,
    [merchant_id, email],
  )
  if (known) throw refused('user_on_team', undefined, { field: 'email' })
  await tables.invitations.updateMany({
    where: { merchant_id, email, accepted_at: null, withdrawn_at: null },
    data: { withdrawn_at: now, withdrawn_by: actor.name },
  })
  const invitation = await tables.invitations.create({
    data: {
      merchant_id,
      id: context.newId('invitation'),
      email,
      name,
      role,
      invited_by: actor.name,
      invited_by_id: actor.kind === 'user' ? actor.id : null,
      created_at: now,
      expires_at: now + INVITATION_LASTS,
    },
  })
  if (context.mailer)
    await writeMail(context, {
      kind: 'invitation',
      object_id: invitation.id,
      recipient: email,
      ...invitationEmail({ merchant: account.merchant_name, name, role: given.name, by: actor.name }),
    })
  const details = { email, role: given.name }
  context.note(details)
  await auditElsewhere(context, [merchant_id], { action: 'invite_user', object_id: invitation.id, details })
  const link_token = context.mailer ? null : invitationLink(context, invitation.id)
  return { ...invitation, role_name: given.name, status: statusOf(invitation, now), link_token }
}

/**
 * A person whose role has a threshold invites no one, and so not themselves under another email, with a role that has less
 * of one. @throws permission_denied
 */
async function assertOwnPermissions(context: Context, given: GrantedRole): Promise<void> {
  const own = await ownRole(context)
  if (own === null) return
  const [mine, theirs] = await limitsOfRoles(context, own, given)
  if (!hasTighterLimits(mine, theirs)) return
  throw refused(
    'permission_denied',
    `The role ${given.name} has no approval threshold, or a higher one than yours. Set its threshold first, or ask another owner.`,
    { field: 'role' },
  )
}

type InvitationEmail = { merchant: string; name: string; role: string; by: string }

/** The email that invites a person to a team: plain text, and the same as HTML that loads nothing. */
function invitationEmail({ merchant, name, role, by }: InvitationEmail) {
  const subject = `${by} invited you to ${merchant} on Counterfoil`.replace(/\s+/g, ' ')
  const greeting = `Hello ${name},`
  const sentence = `${by} invited you to join ${merchant} with the role ${role}.`
  const footer = 'The link works once and expires after 7 days. If you did not expect this email, ignore it.'
  return {
    subject,
    text: `${greeting}\n\n${sentence}\n\nAccept the invitation:\n${LINK_PLACE}\n\n--\n${footer}\n`,
    html: emailHtml({
      title: subject,
      body: [
        paragraph(greeting),
        paragraph(sentence),
        button('Accept invitation', LINK_PLACE),
        paragraph(footer, 'footer'),
      ],
    }),
  }
}

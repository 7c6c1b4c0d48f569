import type { Metadata } from 'next'
import { resendInvitationAction, withdrawInvitationAction } from '#app/(dashboard)/settings/team/actions.ts'
import { ActionButton } from '#components/shared/form/action-button.tsx'
import { ResendForm } from '#components/team/person-forms.tsx'
import { roleWord } from '#components/team/role-labels.ts'
import { InvitationPill } from '#components/team/team-pills.tsx'
import { DescriptionList, Entry } from '#components/ui/description-list.tsx'
import { DisabledAction } from '#components/ui/disabled-action.tsx'
import { Id } from '#components/ui/id.tsx'
import { Actions, Crumbs } from '#components/ui/page-head.tsx'
import { Slip, StubSection } from '#components/ui/slip.tsx'
import { Time } from '#components/ui/time.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { fetchInvitation } from '#lib/domain/invitations/fetch.ts'
import { resendInvitation } from '#lib/domain/invitations/invite.ts'
import type { Invitation } from '#lib/domain/invitations/schema.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { read } from '#lib/surfaces/page.ts'
import { missingPermission } from '#lib/values/permissions.ts'

export const metadata: Metadata = { title: 'Invitation · Team' }

export default async function InvitationPage({ params }: PageProps<'/settings/team/invitations/[id]'>) {
  const [{ id }, { permissions }] = await Promise.all([params, requireStaff()])
  const invitation = await read(fetchInvitation, { id })
  const open = invitation.status === 'pending' || invitation.status === 'expired'
  return (
    <>
      <Crumbs href="/settings/team/invitations" label="Invitations" id={id} name={invitation.email} />
      <Slip stub={<InvitationStub invitation={invitation} />}>
        <header className="mb-5 flex flex-wrap items-start gap-x-4 gap-y-3">
          <div className="min-w-0">
            <h1 className="text-title font-semibold wrap-anywhere">{invitation.name}</h1>
            <div className="mt-1.5 flex flex-wrap items-center gap-2.5 text-ink-2">
              <InvitationPill status={invitation.status} />
              <span className="wrap-anywhere">
                {roleWord(invitation.role_name)}, {invitation.email}
              </span>
            </div>
          </div>
          {open && permissions.has(resendInvitation.permission) && (
            <Actions>
              <ActionButton
                action={withdrawInvitationAction}
                initial={openForm()}
                hidden={{ id }}
                variant="danger"
                pendingText="Withdrawing…"
              >
                Withdraw
              </ActionButton>
            </Actions>
          )}
        </header>
        {open && !permissions.has(resendInvitation.permission) && (
          <DisabledAction reason={missingPermission(resendInvitation.permission)}>
            Resend invitation
          </DisabledAction>
        )}
        {/* A resent invitation has another ID: the form shows its link here. */}
        {(open || invitation.status === 'withdrawn') && permissions.has(resendInvitation.permission) && (
          <ResendForm id={id} action={resendInvitationAction} initial={openForm()} />
        )}
      </Slip>
    </>
  )
}

function InvitationStub({ invitation }: { invitation: Invitation }) {
  return (
    <StubSection title="Invitation">
      <DescriptionList>
        <Entry term="ID">
          <Id value={invitation.id} />
        </Entry>
        <Entry term="Invited by">{invitation.invited_by}</Entry>
        <Entry term="Created">
          <Time at={invitation.created_at} />
        </Entry>
        <Entry term="Expires">
          <Time at={invitation.expires_at} />
        </Entry>
        {invitation.accepted_at !== null && (
          <Entry term="Accepted">
            <Time at={invitation.accepted_at} />
          </Entry>
        )}
        {invitation.withdrawn_at !== null && (
          <Entry term="Withdrawn">
            <Time at={invitation.withdrawn_at} />
          </Entry>
        )}
      </DescriptionList>
    </StubSection>
  )
}

import type { Metadata } from 'next'
import { InvitationForm } from '#components/login/invitation-form.tsx'
import { LoginCard } from '#components/login/login-card.tsx'
import { roleWord } from '#components/team/role-labels.ts'
import { LinkButton } from '#components/ui/link-button.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { type OpenInvitation, openInvitation } from '#lib/auth/invitation.ts'
import { sessionPerson } from '#lib/auth/staff.ts'
import { acceptInvitationAction, joinTeamAction } from './actions.ts'

export const metadata: Metadata = { title: 'Invitation', robots: { index: false } }

export default async function InvitationPage({ params }: PageProps<'/invitation/[token]'>) {
  const token = decodeURIComponent((await params).token)
  const invitation = await openInvitation(token)
  if (!invitation) {
    return (
      <LoginCard title="Invitation not found">
        <p className="text-ink-2">
          The link was used or withdrawn, or has expired. Ask an owner of the merchant to invite you again.
        </p>
        <p className="mt-4">
          <LinkButton href="/login">Sign in</LinkButton>
        </p>
      </LoginCard>
    )
  }
  const { merchant, role } = invitation
  return (
    <LoginCard title={`Join ${merchant}`}>
      <p className="mb-4 text-ink-2 wrap-anywhere">
        You are invited to {merchant} with the role {roleWord(role)}.
      </p>
      {invitation.known ? (
        <Known invitation={invitation} token={token} />
      ) : (
        <InvitationForm
          action={acceptInvitationAction}
          token={token}
          email={invitation.email}
          name={invitation.name}
        />
      )}
    </LoginCard>
  )
}

/** A person with a sign-in accepts with it: signed in, by one button. */
async function Known({ invitation: { email }, token }: { invitation: OpenInvitation; token: string }) {
  const self = await sessionPerson()
  if (self?.email.toLowerCase() === email)
    return (
      <form action={joinTeamAction}>
        <input type="hidden" name="token" value={token} />
        <SubmitButton size="large" pendingText="Joining…" className="w-full">
          Accept invitation
        </SubmitButton>
      </form>
    )
  return (
    <>
      <p className="mb-4 wrap-anywhere">
        {self ? `You are signed in as ${self.email}. Sign out, then sign in as ` : 'Sign in as '}
        <b className="font-semibold">{email}</b> to accept.
      </p>
      {!self && (
        <LinkButton variant="primary" href={`/login?return_to=${encodeURIComponent(`/invitation/${token}`)}`}>
          Sign in to accept
        </LinkButton>
      )}
    </>
  )
}

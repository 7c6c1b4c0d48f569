import { LinkButton } from '#components/ui/link-button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { LinkOnce } from './link-once.tsx'
import type { InvitedPerson as Props } from './team-form-state.ts'

/** An invitation that was sent; or its link, shown once, where the server sends no email. */
export function Invited({ email, link }: Props) {
  return (
    <div className="grid max-w-130 gap-5">
      {link === null ? (
        <Notice tone="good" role="status" title="Invitation sent">
          {email} gets an email with a link. It expires in 7 days.
        </Notice>
      ) : (
        <LinkOnce title="Send this link yourself" label="Invitation link" link={link}>
          Email isn't set up on this server. The link is shown only once, works once, and expires in 7 days.
          Anyone who has it can join as {email}.
        </LinkOnce>
      )}
      <p>
        <LinkButton href="/settings/team/invitations">View invitations</LinkButton>
      </p>
    </div>
  )
}

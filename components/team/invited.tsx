import { CopyButton } from '#components/ui/copy-button.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { Invited as Props } from './team-form-state.ts'

/** An invitation that was sent; or its link, shown once, where the server sends no email. */
export function Invited({ email, link }: Props) {
  return (
    <div className="grid max-w-130 gap-5">
      {link === null ? (
        <Notice tone="good" role="status" title="Invitation sent">
          {email} gets an email with a link. It expires in 7 days.
        </Notice>
      ) : (
        <>
          <Notice tone="wait" role="status" title="Send this link yourself">
            Email isn't set up on this server. The link is shown only once, works once, and expires in 7 days.
            Anyone who has it can join as {email}.
          </Notice>
          <div>
            <p className="mb-1 text-table font-[540]">Invitation link</p>
            <p className="rounded-control border border-line bg-sunken p-3 wrap-anywhere">
              <code className="mono">{link}</code>
            </p>
            <p className="mt-2">
              <CopyButton value={link}>Copy link</CopyButton>
            </p>
          </div>
        </>
      )}
      <p>
        <LinkButton href="/settings/team/invitations" prefetch={false}>
          View invitations
        </LinkButton>
      </p>
    </div>
  )
}

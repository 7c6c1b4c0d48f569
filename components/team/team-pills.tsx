import { Pill } from '#components/ui/pill.tsx'
import { glyphs } from '#components/ui/status-glyphs.tsx'
import type { InvitationStatus } from '#lib/domain/invitations/schema.ts'
import { INVITATION_LOOKS } from './role-labels.ts'

/** Whether a person can sign in. */
export function PersonPill({ disabled }: { disabled: boolean }) {
  if (disabled)
    return (
      <Pill tone="bad" icon={glyphs.cross} hint="Can't sign in. Sessions and connected apps have ended.">
        Disabled
      </Pill>
    )
  return (
    <Pill tone="good" icon={glyphs.check} hint="Can sign in.">
      Active
    </Pill>
  )
}

export function InvitationPill({ status }: { status: InvitationStatus }) {
  const { tone, icon, word, hint } = INVITATION_LOOKS[status]
  return (
    <Pill tone={tone} icon={glyphs[icon]} hint={hint}>
      {word}
    </Pill>
  )
}

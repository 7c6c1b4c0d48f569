import { Pill } from '#components/ui/pill.tsx'
import { glyphs } from '#components/ui/status-glyphs.tsx'
import type { MailStatus } from '#lib/domain/mails/schema.ts'
import { MAIL_LOOKS } from './mail-labels.ts'

export function MailPill({ status }: { status: MailStatus }) {
  const { tone, icon, word, hint } = MAIL_LOOKS[status]
  return (
    <Pill tone={tone} icon={glyphs[icon]} hint={hint}>
      {word}
    </Pill>
  )
}

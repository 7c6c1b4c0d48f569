import { Pill } from '#components/ui/pill.tsx'
import { glyphs } from '#components/ui/status-glyphs.tsx'
import type { ApprovalStatus } from '#lib/domain/approvals/schema.ts'
import { APPROVAL_LOOKS } from './approval-labels.ts'

export function ApprovalPill({ status }: { status: ApprovalStatus }) {
  const { tone, icon, word, hint } = APPROVAL_LOOKS[status]
  return (
    <Pill tone={tone} icon={glyphs[icon]} hint={hint}>
      {word}
    </Pill>
  )
}

import { Pill } from '#components/ui/pill.tsx'
import { glyphs } from '#components/ui/status-glyphs.tsx'
import { statusLook } from './log-labels.ts'

const ICONS = { good: 'check', wait: 'half', bad: 'cross' } as const

export function StatusMark({ status }: { status: number }) {
  const { tone, hint } = statusLook(status)
  return (
    <Pill tone={tone} icon={glyphs[ICONS[tone]]} hint={hint}>
      <span className="num">{status}</span>
    </Pill>
  )
}

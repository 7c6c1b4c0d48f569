import { Pill } from '#components/ui/pill.tsx'
import { glyphs } from '#components/ui/status-glyphs.tsx'
import type { ScheduledExport } from '#lib/domain/exports/schema.ts'

export function ExportPill({ file, now }: { file: ScheduledExport; now: number }) {
  if (file.status === 'pending')
    return (
      <Pill tone="wait" icon={glyphs.sand}>
        In progress
      </Pill>
    )
  if (file.status === 'failed')
    return (
      <Pill tone="bad" icon={glyphs.cross} {...(file.problem === null ? {} : { hint: file.problem })}>
        Failed
      </Pill>
    )
  if ((file.expires_at ?? 0) <= now)
    return (
      <Pill icon={glyphs.ring} hint="Files are deleted after 7 days.">
        Deleted
      </Pill>
    )
  return (
    <Pill
      tone="good"
      icon={glyphs.check}
      hint="It can be downloaded. The outbox shows whether its emails were sent."
    >
      Ready
    </Pill>
  )
}

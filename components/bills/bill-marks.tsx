import { Pill } from '#components/ui/pill.tsx'
import { glyphs } from '#components/ui/status-glyphs.tsx'
import type { BillStatus } from '#lib/domain/bills/schema.ts'

export function BillState({ status, version = 1 }: { status: BillStatus; version?: number }) {
  if (status === 'deleted') {
    return (
      <Pill tone="bad" icon={glyphs.cross} hint="Deleted. The public page shows the bill as withdrawn.">
        Withdrawn
      </Pill>
    )
  }
  return (
    <span className="inline-flex items-center gap-1">
      <Pill tone="good" icon={glyphs.check} hint="Visible on the public page.">
        Issued
      </Pill>
      {version > 1 && (
        <span
          className="num text-small text-ink-3"
          title={`Changed ${version - 1} ${version === 2 ? 'time' : 'times'} since.`}
        >
          v{version}
        </span>
      )}
    </span>
  )
}

import { type DrawnEntry, drawnEntry, RecordTimeline } from '#components/shared/record-timeline.tsx'
import type { EditableField } from '#lib/domain/customers/schema.ts'
import type { TimelineEntry } from '#lib/domain/payments/schema.ts'
import type { Changes } from '#lib/values/changes.ts'
import { phoneText } from '#lib/values/phone.ts'
import { ChangesList } from './changes-list.tsx'

/** Timeline of a customer, newest first; an edit lists its changed fields. */
export function CustomerTimeline({ entries, own }: { entries: TimelineEntry[]; own: string }) {
  return <RecordTimeline entries={entries} own={own} draw={(entry) => withChanges(entry, own)} />
}

function withChanges(entry: TimelineEntry, own: string): DrawnEntry {
  const drawn = drawnEntry(entry, own)
  const changes = entry.changes as Changes<EditableField> | undefined
  if (changes === undefined) return drawn
  if (Object.keys(changes).length === 0) return { ...drawn, details: ['no changes', ...drawn.details] }
  const more = (
    <div className="mt-1.5 mb-1 text-ink">
      <ChangesList changes={changes} phone={phoneText} />
    </div>
  )
  return { ...drawn, more }
}

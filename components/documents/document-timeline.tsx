import { eventLabel } from '#components/shared/event-labels.ts'
import { byWhom, type DrawnEntry } from '#components/shared/record-timeline.tsx'
import { Id } from '#components/ui/id.tsx'
import type { TimelineEntry } from '#lib/domain/audit/schema.ts'

/** An entry of a document: with the record to which it was attached. */
export function drawnDocumentEntry(entry: TimelineEntry): DrawnEntry {
  const object = entry.payload.object?.entity.id
  const title = (
    <>
      {eventLabel(entry.what, false)}{' '}
      {typeof object === 'string' && <Id value={object} href={`/${object}`} />}
    </>
  )
  return { title, details: [byWhom(entry)] }
}

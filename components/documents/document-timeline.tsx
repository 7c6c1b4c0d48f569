import { actorWords } from '#components/shared/creator-text.ts'
import { eventLabel } from '#components/shared/event-labels.ts'
import { Id } from '#components/ui/id.tsx'
import { TimelineEntry as Line, Timeline } from '#components/ui/timeline.tsx'
import type { TimelineEntry } from '#lib/domain/payments/schema.ts'

/** Timeline to a document, newest first. */
export function DocumentTimeline({ entries }: { entries: TimelineEntry[] }) {
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline" className="text-table font-semibold">
        Timeline
      </h2>
      <Timeline>
        {entries.map((entry, at) => (
          <Entry key={entry.id} entry={entry} latest={at === 0} />
        ))}
      </Timeline>
    </section>
  )
}

function Entry({ entry, latest }: { entry: TimelineEntry; latest: boolean }) {
  const object = entry.payload.object?.entity.id
  return (
    <Line
      at={entry.created_at}
      now={latest}
      title={
        <>
          {eventLabel(entry.what, false)}{' '}
          {typeof object === 'string' && <Id value={object} href={`/${object}`} />}
        </>
      }
    >
      by {actorWords(entry) ?? 'Counterfoil'}
    </Line>
  )
}

import { actorWords } from '#components/shared/creator-text.ts'
import { Failure } from '#components/ui/failure.tsx'
import { Id } from '#components/ui/id.tsx'
import { TimelineEntry as Line, Timeline } from '#components/ui/timeline.tsx'
import type { TimelineEntry } from '#lib/domain/payments/schema.ts'
import { EventLink } from './event-link.tsx'
import { amountOf, remarksOf, snapshotOf, timelineText } from './timeline-text.tsx'

/** Timeline to a record, newest first: what, who, and which other record it concerned. `own` is the record's id. */
export function RecordTimeline({ entries, own }: { entries: TimelineEntry[]; own: string }) {
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline" className="text-table font-semibold">
        Timeline
      </h2>
      {entries.length === 0 ? (
        <p className="mt-2 text-ink-2">No activity yet.</p>
      ) : (
        <Timeline>
          {entries.map((entry, at) => (
            <Entry key={entry.id} entry={entry} own={own} latest={at === 0} />
          ))}
        </Timeline>
      )}
    </section>
  )
}

type TimelineResult =
  | { ok: true; value: { items: TimelineEntry[] } }
  | { ok: false; description: string; request_id: string }

/** The timeline of a record as its page read it, or why it could not be read. */
export function TimelineSection({ timeline, own }: { timeline: TimelineResult; own: string }) {
  return timeline.ok ? (
    <RecordTimeline entries={timeline.value.items} own={own} />
  ) : (
    <Failure requestId={timeline.request_id}>{timeline.description}</Failure>
  )
}

function Entry({ entry, own, latest }: { entry: TimelineEntry; own: string; latest: boolean }) {
  const entity = snapshotOf(entry)
  const words = [...remarksOf(entry.what, entity), `by ${actorWords(entry) ?? 'Counterfoil'}`]
  const other = typeof entity?.id === 'string' && entity.id !== own ? entity.id : null
  return (
    <Line
      at={entry.created_at}
      title={timelineText(entry.what, amountOf(entity))}
      now={latest}
      {...(entry.what.endsWith('.failed') ? { tone: 'bad' as const } : {})}
    >
      {words.join(' · ')}
      {entry.id.startsWith('evt_') && (
        <>
          {' · '}
          <EventLink id={entry.id} name={entry.what} />
        </>
      )}
      {other && (
        <>
          {' · '}
          <Id value={other} href={`/${other}`} />
        </>
      )}
    </Line>
  )
}

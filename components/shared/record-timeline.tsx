import { Fragment, type ReactNode } from 'react'
import { Failure } from '#components/ui/failure.tsx'
import { Id } from '#components/ui/id.tsx'
import { TimelineEntry as Line, Timeline } from '#components/ui/timeline.tsx'
import type { TimelineEntry } from '#lib/domain/audit/schema.ts'
import { actorWords } from '#lib/values/creator-text.ts'
import { objectPath } from '#lib/values/object-path.ts'
import { EventLink } from './event-link.tsx'
import { amountOf, remarksOf, snapshotOf, timelineText } from './timeline-text.tsx'

/** An entry as it is drawn. */
export type DrawnEntry = {
  title: ReactNode
  bad?: boolean
  /** The line under the title, in parts; those that are false or empty are left out. */
  details: ReactNode[]
  /** Under that line. */
  more?: ReactNode
}

type RecordTimelineProps = {
  entries: TimelineEntry[]
  /** The record's ID, which its own entries do not repeat. */
  own: string
  /** How the page draws an entry, where it knows more of its record than all pages do. */
  draw?: (entry: TimelineEntry, at: number) => DrawnEntry
}

/** Timeline to a record, newest first: what, who, and which other record it concerned. */
export function RecordTimeline({
  entries,
  own,
  draw = (entry) => drawnEntry(entry, own),
}: RecordTimelineProps) {
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline" className="text-table font-semibold">
        Timeline
      </h2>
      {entries.length === 0 ? (
        <p className="mt-2 text-ink-2">No activity yet.</p>
      ) : (
        <Timeline>
          {entries.map((entry, at) => {
            const { title, bad, details, more } = draw(entry, at)
            return (
              <Line
                key={entry.id}
                at={entry.created_at}
                title={title}
                now={at === 0}
                {...(bad ? { tone: 'bad' as const } : {})}
              >
                <Details parts={details} />
                {more}
              </Line>
            )
          })}
        </Timeline>
      )}
    </section>
  )
}

function Details({ parts }: { parts: ReactNode[] }) {
  const shown = parts.filter(Boolean)
  if (shown.length === 0) return null
  return (
    <p className="first-letter:uppercase">
      {shown.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one line, which never change places.
        <Fragment key={index}>
          {index > 0 && ' · '}
          {part}
        </Fragment>
      ))}
    </p>
  )
}

type TimelineSectionProps = Omit<RecordTimelineProps, 'entries'> & {
  timeline:
    | { ok: true; value: { items: TimelineEntry[] } }
    | { ok: false; description: string; request_id: string }
}

/** The timeline of a record as its page read it, or why it could not be read. */
export function TimelineSection({ timeline, ...rest }: TimelineSectionProps) {
  return timeline.ok ? (
    <RecordTimeline entries={timeline.value.items} {...rest} />
  ) : (
    <Failure requestId={timeline.request_id}>{timeline.description}</Failure>
  )
}

/** What is drawn of an entry on the page of any record. */
export function drawnEntry(entry: TimelineEntry, own: string): DrawnEntry {
  const entity = snapshotOf(entry)
  const other = typeof entity?.id === 'string' && entity.id !== own ? entity.id : null
  const path = other && objectPath(other)
  return {
    title: timelineText(entry.what, amountOf(entity)),
    bad: entry.what.endsWith('failed'),
    details: [
      ...remarksOf(entry.what, entity),
      byWhom(entry),
      entry.id.startsWith('evt_') && <EventLink key="event" id={entry.id} name={entry.what} />,
      other && <Id key="other" value={other} {...(path ? { href: path } : {})} />,
    ],
  }
}

export function byWhom(entry: TimelineEntry): string {
  return `by ${actorWords(entry) ?? 'Counterfoil'}`
}

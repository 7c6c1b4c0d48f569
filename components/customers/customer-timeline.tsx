import { actorWords } from '#components/shared/creator-text.ts'
import { amountOf, remarksOf, snapshotOf, timelineText } from '#components/shared/timeline-text.tsx'
import { Id } from '#components/ui/id.tsx'
import { TimelineEntry as Line, Timeline } from '#components/ui/timeline.tsx'
import type { EditableField } from '#lib/domain/customers/schema.ts'
import type { TimelineEntry } from '#lib/domain/payments/schema.ts'
import type { Changes } from '#lib/values/changes.ts'
import { objectPath } from '#lib/values/object-path.ts'
import { phoneText } from '#lib/values/phone.ts'
import { ChangesList } from './changes-list.tsx'

/** Timeline of a customer, newest first; an edit lists its changed fields. */
export function CustomerTimeline({ entries, own }: { entries: TimelineEntry[]; own: string }) {
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline" className="text-table font-semibold">
        Timeline
      </h2>
      <Timeline>
        {entries.map((entry, at) => (
          <Entry key={entry.id} entry={entry} own={own} latest={at === 0} />
        ))}
      </Timeline>
    </section>
  )
}

function Entry({ entry, own, latest }: { entry: TimelineEntry; own: string; latest: boolean }) {
  const entity = snapshotOf(entry)
  const changes = entry.changes as Changes<EditableField> | undefined
  const unchanged = changes !== undefined && Object.keys(changes).length === 0
  const words = [
    ...remarksOf(entry.what, entity),
    ...(unchanged ? ['no changes'] : []),
    `by ${actorWords(entry) ?? 'Counterfoil'}`,
  ]
  const other = typeof entity?.id === 'string' && entity.id !== own ? entity.id : null
  const path = other === null ? null : objectPath(other)
  return (
    <Line
      at={entry.created_at}
      title={timelineText(entry.what, amountOf(entity))}
      now={latest}
      {...(entry.what.endsWith('.failed') ? { tone: 'bad' as const } : {})}
    >
      <p className="first-letter:uppercase">
        {words.join(' · ')}
        {other && (
          <>
            {' · '}
            <Id value={other} {...(path === null ? {} : { href: path })} />
          </>
        )}
      </p>
      {changes && !unchanged && (
        <div className="mt-1.5 mb-1 text-ink">
          <ChangesList changes={changes} phone={phoneText} />
        </div>
      )}
    </Line>
  )
}

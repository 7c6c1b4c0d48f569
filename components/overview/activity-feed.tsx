import { timelineText } from '#components/shared/timeline-text.tsx'
import { Link } from '#components/ui/link.tsx'
import { quietLink } from '#components/ui/looks.ts'
import { Time } from '#components/ui/time.tsx'
import type { Activity } from '#lib/domain/overview/schema.ts'
import { actorWords } from '#lib/values/creator-text.ts'
import { objectPath } from '#lib/values/object-path.ts'

const LINES = 12

/** The latest events, with their actors; each links to its record. */
export function ActivityFeed({ items }: { items: Activity[] }) {
  return (
    <section aria-labelledby="activity">
      <h2 id="activity" className="text-table font-semibold">
        Recent activity
      </h2>
      {items.length === 0 ? (
        <p className="mt-3 text-ink-2">No activity yet.</p>
      ) : (
        <ol className="mt-2 border-t border-line">
          {groupActivity(items, LINES).map((group) => (
            <Line key={group.latest.id} group={group} />
          ))}
        </ol>
      )}
    </section>
  )
}

function Line({ group: { latest, others } }: { group: ActivityGroup }) {
  if (latest.batch_id !== null) return <BatchLine id={latest.batch_id} items={[latest, ...others]} />
  return (
    <li className="border-b border-line py-2">
      <div className="relative hover:bg-sunken">
        <Words item={latest} className="after:absolute after:inset-0" />
        <p className="truncate text-small text-ink-2">by {actorWords(latest) ?? 'Counterfoil'}</p>
      </div>
      {others.length > 0 && (
        <details>
          <summary className={`${quietLink} -ml-1.5 inline-block text-small`}>{others.length} more</summary>
          <ol className="mt-1 grid gap-1 pl-3">
            {others.map((item) => (
              <li key={item.id}>
                <Words item={item} className="hover:underline" />
              </li>
            ))}
          </ol>
        </details>
      )}
    </li>
  )
}

/** The events of a batch as one line, which leads to the batch and opens. */
function BatchLine({ id, items }: { id: string; items: Activity[] }) {
  const [latest] = items
  return (
    <li className="border-b border-line py-2">
      <p className="flex justify-between gap-3 text-table">
        <Link href={objectPath(id) ?? '/batches'} className="hover:underline">
          Refunds of a batch
        </Link>
        <span className="flex-none text-small text-ink-3">{latest && <Time at={latest.created_at} />}</span>
      </p>
      <p className="truncate text-small text-ink-2">by {(latest && actorWords(latest)) ?? 'Counterfoil'}</p>
      <details>
        <summary className={`${quietLink} -ml-1.5 inline-block text-small`}>Latest events</summary>
        <ol className="mt-1 grid gap-1 pl-3">
          {items.map((item) => (
            <li key={item.id}>
              <Words item={item} className="hover:underline" />
            </li>
          ))}
        </ol>
      </details>
    </li>
  )
}

/** What happened, as a link to its record, and when. */
function Words({ item, className }: { item: Activity; className: string }) {
  const path = objectPath(item.object_id)
  const words = timelineText(item.what, item)
  return (
    <p className="flex justify-between gap-3 text-table">
      {path ? (
        <Link href={path} className={className}>
          {words}
        </Link>
      ) : (
        words
      )}
      <span className="flex-none text-small text-ink-3">
        <Time at={item.created_at} />
      </span>
    </p>
  )
}

/** What one actor did several times in a row, or what one batch did: the latest of it, and the rest. */
type ActivityGroup = { latest: Activity; others: Activity[] }

/** Joins what the same actor did in a row, so that one busy app does not fill the list. @param most groups */
export function groupActivity(items: Activity[], max: number): ActivityGroup[] {
  const groups: ActivityGroup[] = []
  for (const item of items) {
    const last = groups.at(-1)
    const batch = item.batch_id && groups.find(({ latest }) => latest.batch_id === item.batch_id)
    if (batch) batch.others.push(item)
    else if (last && isSame(last.latest, item)) last.others.push(item)
    else if (groups.length === max) break
    else groups.push({ latest: item, others: [] })
  }
  return groups
}

function isSame(one: Activity, other: Activity): boolean {
  if (one.batch_id !== null || other.batch_id !== null) return false
  return one.what === other.what && one.actor_kind === other.actor_kind && one.actor_name === other.actor_name
}

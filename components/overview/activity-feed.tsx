import Link from 'next/link'
import { actorWords } from '#components/shared/creator-text.ts'
import { timelineText } from '#components/shared/timeline-text.tsx'
import { Time } from '#components/ui/time.tsx'
import type { Activity } from '#lib/domain/overview/schema.ts'
import { objectPath } from '#lib/values/object-path.ts'

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
          {items.map((item) => {
            const path = objectPath(item.object_id)
            const words = timelineText(item.what, item)
            return (
              <li key={item.id} className="relative border-b border-line py-2 hover:bg-sunken">
                <p className="flex justify-between gap-3 text-table">
                  {path ? (
                    <Link href={path} prefetch={false} className="after:absolute after:inset-0">
                      {words}
                    </Link>
                  ) : (
                    words
                  )}
                  <span className="flex-none text-small text-ink-3">
                    <Time at={item.created_at} />
                  </span>
                </p>
                <p className="truncate text-small text-ink-2">by {actorWords(item) ?? 'Counterfoil'}</p>
              </li>
            )
          })}
        </ol>
      )}
    </section>
  )
}

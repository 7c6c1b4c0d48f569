import { Link } from '#components/ui/link.tsx'
import { Time } from '#components/ui/time.tsx'
import type { MentionOfReader } from '#lib/domain/comments/schema.ts'
import { commentsPath } from '#lib/values/object-path.ts'

/** Comments that mention the reader; left out where there are none. */
export function Mentions({ mentions }: { mentions: MentionOfReader[] }) {
  if (mentions.length === 0) return null
  return (
    <section aria-labelledby="mentions" className="mb-7">
      <h2 id="mentions" className="mb-1.5 text-table font-semibold">
        Mentions of you
      </h2>
      <ul className="border-t border-line">
        {mentions.map(({ id, object_id, text, created_by, created_at }) => (
          <li key={id} className="relative border-b border-line px-1 py-2 hover:bg-sunken">
            <p className="flex justify-between gap-3 text-table">
              <Link href={commentsPath(object_id)} className="mono after:absolute after:inset-0">
                {object_id}
              </Link>
              <span className="flex-none text-small text-ink-3">
                <Time at={created_at} />
              </span>
            </p>
            <p className="truncate text-small text-ink-2">
              {created_by}: {text}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

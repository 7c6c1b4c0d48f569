import { CodeBlock } from '#components/ui/code-block.tsx'
import { Link } from '#components/ui/link.tsx'
import { quietLink } from '#components/ui/looks.ts'
import { Time } from '#components/ui/time.tsx'
import type { ListedEvent } from '#lib/domain/events/schema.ts'

type EventEntryProps = {
  name: string
  says: string
  contains: readonly string[]
  type: string
  /** A generated body, for readers without one of their own. */
  example: unknown
  /** The newest of the account. */
  own: ListedEvent | undefined
}

/** One event of the catalogue: its meaning, its properties, its type, and the newest example. */
export function EventEntry({ name, says, contains, type, example, own }: EventEntryProps) {
  return (
    <article id={name} className="scroll-mt-24 border-b border-line py-3 target:bg-sunken">
      <h3 className="flex flex-wrap items-baseline gap-x-3">
        <a href={`#${name}`} className="mono font-semibold hover:underline">
          {name}
        </a>
        <span className="text-small text-ink-2">
          Payload: <span className="mono">{contains.join(', ')}</span>
        </span>
      </h3>
      <p className="mt-0.5 max-w-[64ch] text-ink-2">{says}</p>
      <div className="mt-1.5 flex flex-wrap items-start gap-x-4 gap-y-1">
        <details className="open:basis-full">
          <summary className={`${quietLink} -ml-1.5 inline-block`}>
            {own ? 'Your latest' : 'Example'} <span className="sr-only">of {name}</span>
          </summary>
          <div className="my-1.5 grid gap-1.5">
            {own ? (
              <p className="text-small text-ink-2">
                <Time at={own.created_at} /> ·{' '}
                <Link href={`/events/${own.id}`} className="link mono">
                  {own.id}
                </Link>
              </p>
            ) : (
              <p className="text-small text-ink-2">Sample data: there is no {name} here yet.</p>
            )}
            <CodeBlock code={JSON.stringify(own ? bodyOf(own) : example, null, 2)} label={`${name}, JSON`} />
          </div>
        </details>
        <details className="open:basis-full">
          <summary className={`${quietLink} -ml-1.5 inline-block`}>
            TypeScript type <span className="sr-only">of {name}</span>
          </summary>
          <div className="my-1.5">
            <CodeBlock code={type} label={`${name}, TypeScript`} />
          </div>
        </details>
        <a href={`/webhooks/catalogue/${name}`} className={`${quietLink} -ml-1.5`}>
          JSON Schema <span className="sr-only">of {name}</span>
        </a>
      </div>
    </article>
  )
}

function bodyOf({ account_id, event, contains, payload, created_at }: ListedEvent) {
  return { entity: 'event', account_id, event, contains, payload, created_at }
}
